import { createUnionType, Field, Float, InputType, ObjectType } from 'type-graphql'
import { enumOf } from '../../graphql/enums.js'
import { connectionOf, edgeOf, PageArgs } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { OntologyType, Persona } from '../../personas/persona.type.js'
import { Summary } from '../../summaries/summary.type.js'
import { Video } from '../../videos/video.type.js'
import { Entity, Event } from '../../world/world.type.js'
import { Claim } from '../claim.type.js'
import { searchKind } from './search.shape.js'

export const SearchKind = enumOf(searchKind)

export const SearchTarget = createUnionType({
  name: 'SearchTarget',
  description: 'What a search can find.',
  types: () => [Claim, Summary, OntologyType, Entity, Event, Persona, Video] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

@ObjectType({ description: 'A part of a snippet, which either matches the search or does not.' })
export class SnippetPart {
  @Field(() => String, { description: 'Text of the part, as plain text.' })
  text: string

  @Field(() => Boolean, { description: 'Whether the part is a word that was searched for, to be highlighted.' })
  matches: boolean
}

@ObjectType({ description: 'A hit of a search: what was found, how well it matches, and where.' })
export class SearchEdge extends edgeOf<object>(() => SearchTarget, {
  nullable: true,
  says: 'What was found; null when it has been deleted since.',
}) {
  @Field(() => SearchKind, { description: 'Kind of what was found.' })
  kind: string

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
}

export const SearchConnection = connectionOf<object>(
  'Search',
  () => SearchTarget,
  () => SearchEdge,
  { nullable: true },
)

@InputType({ description: 'Conditions that every hit meets.' })
class SearchFilter {
  @Field(() => [SearchKind], {
    nullable: true,
    description: 'Only hits of these kinds; all when absent. An empty list is refused.',
  })
  kinds?: string[] | null
}
export const SearchArgs = filteredArgs(PageArgs, SearchFilter)
export type SearchArgs = InstanceType<typeof SearchArgs>
