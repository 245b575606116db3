import { createUnionType, Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../../graphql/connection.js'
import { OntologyType } from '../../personas/persona.type.js'
import { Summary } from '../../summaries/summary.type.js'
import { Claim } from '../claim.type.js'

export enum SearchKind {
  CLAIM = 'claim',
  SUMMARY = 'summary',
  ONTOLOGY_TYPE = 'type',
}
registerEnumType(SearchKind, { name: 'SearchKind', description: 'Kinds of things that a search can find.' })

export const SearchTarget = createUnionType({
  name: 'SearchTarget',
  description: 'What a search hit can be: a claim, a summary or an ontology type.',
  types: () => [Claim, Summary, OntologyType] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

@ObjectType({ description: 'A part of a snippet, which either matches the search or does not.' })
export class SnippetPart {
  @Field(() => String, { description: 'Text of the part, as plain text.' })
  text: string

  @Field(() => Boolean, { description: 'Whether the part is a word that was searched for, to be highlighted.' })
  matches: boolean
}

@ObjectType({ description: 'A claim, summary or ontology type that a search found.' })
export class SearchHit {
  @Field(() => SearchKind, { description: 'Kind of what was found.' })
  kind: SearchKind | string

  @Field(() => ID, { description: '`id` of what was found.' })
  id: string

  @Field(() => Float, {
    description:
      'Relevance, comparable within one search only: 1 or more when all words occur, lower when only ' +
      'similar words do; with `semantic`, the cosine similarity of the meanings, -1 to 1.',
  })
  rank: number

  @Field(() => [SnippetPart], {
    description: 'The best matching passages, cut into parts; joined, the parts are plain text.',
  })
  snippet: SnippetPart[]

  typeKind: string | null
}

export const SearchHitConnection = connectionType('SearchHit', () => SearchHit)
