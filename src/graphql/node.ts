import { Field, ID, InterfaceType } from 'type-graphql'

/** Rows are plain objects without a class, so a resolver that returns one as a Node must set its `__typename`. */
@InterfaceType('Node', {
  description: 'An object with an ID of its own, by which `node(id)` returns it.',
  resolveType: (value: { __typename?: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'ID, unique across all types.' })
  id: string
}

/** Returns a row with the name of its type, for fields that return a Node or a union. */
export const ofType = <T extends object>(name: string, row: T): T & { __typename: string } => ({
  ...row,
  __typename: name,
})
