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

/** A row as a Node, or as a member of a union, whose type `__typename` tells. */
export const ofType = <T extends object>(name: string, row: T): T & { __typename: string } => ({
  ...row,
  __typename: name,
})

/**
 * For the description of a field that always has a value but is nullable, because other members of a union have a field
 * of this name that may be null: otherwise no operation could select both under their name.
 */
export const neverNull = 'Never null here; nullable as in the other members of unions.'
