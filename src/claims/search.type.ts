import { createUnionType, Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../graphql/connection.js'
import { OntologyType } from '../personas/persona.type.js'
import { Summary } from '../summaries/summary.type.js'
import { Claim } from './claim.type.js'

export enum SearchKind {
  CLAIM = 'claim',
  SUMMARY = 'summary',
  ONTOLOGY_TYPE = 'type',
}
registerEnumType(SearchKind, { name: 'SearchKind', description: 'What a search looks through.' })

export const SearchTarget = createUnionType({
  name: 'SearchTarget',
  description: 'What a search may find.',
  types: () => [Claim, Summary, OntologyType] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

@ObjectType({ description: 'A piece of a snippet.' })
export class SnippetPart {
  @Field(() => String, { description: 'Plain text.' })
  text: string

  @Field(() => Boolean, { description: 'Whether it is a word that was searched for.' })
  matches: boolean
}

@ObjectType({ description: 'Something that was found.' })
export class SearchHit {
  @Field(() => SearchKind, { description: 'What it is.' })
  kind: SearchKind | string

  @Field(() => ID, { description: 'The `id` of what was found.' })
  id: string

  @Field(() => Float, {
    description: 'How well it fits, for comparison within one search: 1 and more for all words, less for similar ones.',
  })
  rank: number

  @Field(() => [SnippetPart], { description: 'The best passages in pieces; joined they are plain text.' })
  snippet: SnippetPart[]

  typeKind: string | null
}

export const SearchHitConnection = connectionType('SearchHit', () => SearchHit)
