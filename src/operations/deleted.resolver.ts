import { Ctx, Extensions, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { onlyReports } from '../graphql/doors.js'
import { DeletedObjects } from './deleted.type.js'

@Resolver()
export class DeletedResolver {
  @Mutation(() => [DeletedObjects], {
    description:
      'What the fields before this one in the operation deleted, for caches of clients: what they named, and the ' +
      'claims, relations of claims, summaries, annotations and ontology types that went with it. Changes nothing itself.',
  })
  @Extensions(onlyReports)
  deleted(@Ctx() ctx: GraphQLContext): DeletedObjects[] {
    return [...(ctx.deleted ?? [])].map(([type, ids]) => ({ type, ids: [...ids] }))
  }
}
