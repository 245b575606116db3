import type { GraphQLSchema } from 'graphql'
import { Field, ID, ObjectType, type ClassType } from 'type-graphql'
import { forgetLoaded } from '../lib/load.js'
import type { GraphQLContext } from './context.js'
import { tellsDeleted } from './documents/root-fields.js'

// A mutation returns a payload: an object with the objects that the mutation changed and, if it deletes, the ids of all
// objects that are gone (docs/decisions/0016-what-a-mutation-deleted.md).

/** A member of a payload: its type for type-graphql, with a description where the name does not say it. */
export type PayloadMember = (() => unknown) | { type: () => unknown; says: string; nullable?: boolean }
export type PayloadMembers = Readonly<Record<string, PayloadMember>>

@ObjectType({ description: 'Deleted objects of one type.' })
class DeletedObjects {
  @Field(() => String, { description: 'Name of their type, such as `Claim`.' })
  type: string

  @Field(() => [ID], { description: 'The `id` of each.' })
  ids: string[]
}

/** The members of the payloads of mutations that delete. */
const deletions: PayloadMembers = {
  deletedIds: { type: () => [ID], says: 'The `id` of everything that was deleted, whatever its type.' },
  deleted: {
    type: () => [DeletedObjects],
    says: 'What was deleted, by type, for caches of clients that keep objects by type and `id`.',
  },
}

/** Returns a name as words: `projectMember` as `project member`. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns the name of a type that belongs to a mutation, such as CreateClaimInput. */
export const typeNameOf = (mutation: string, suffix: 'Input' | 'Payload') =>
  `${mutation[0]!.toUpperCase()}${mutation.slice(1)}${suffix}`

/** Returns the object type of what a mutation returns; with `deletes`, it has the ids of what the mutation deleted. */
export function payloadOf(mutation: string, members: PayloadMembers, deletes = false): ClassType {
  const fresh = class {}
  ObjectType(typeNameOf(mutation, 'Payload'), { description: `What \`${mutation}\` returns.` })(fresh)
  for (const [name, member] of Object.entries({ ...members, ...(deletes && deletions) })) {
    const { type, ...of } = typeof member === 'function' ? { type: member, says: `The ${inWords(name)}.` } : member
    Field(() => type() as never, { description: of.says, nullable: 'nullable' in of && of.nullable === true })(
      fresh.prototype,
      name,
    )
  }
  return fresh
}

/**
 * Prepares the mutations of a schema. The loaders are cleared before each mutation and again before the members of its
 * payload are resolved, so that they see all changes written so far. A payload gets the ids of what its mutation has
 * deleted, if the operation selects them.
 */
export function readyMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve } = field
    if (!resolve) continue
    const tells = tellsDeleted(field)
    field.resolve = async (source, args, context: GraphQLContext, info) => {
      forgetLoaded(context)
      if (context.deleted) context.deleted = new Map()
      const payload: unknown = await resolve(source, args, context, info)
      forgetLoaded(context)
      if (!tells) return payload
      if (!context.deleted) return payload ?? {}
      const deleted = [...context.deleted].map(([type, ids]) => ({ type, ids: [...ids] }))
      return { ...(payload as object), deleted, deletedIds: deleted.flatMap(({ ids }) => ids) }
    }
  }
}
