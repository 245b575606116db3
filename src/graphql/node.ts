import { Field, ID, InterfaceType } from 'type-graphql'

/** Rows are plain objects: a resolver that returns one as a Node sets its type name. */
@InterfaceType('Node', {
  description: 'Anything with an identity of its own; `node(id)` finds it again.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'Unique over the whole graph.' })
  id: string
}
