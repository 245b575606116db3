import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { oneByOne, readsNode } from '../node-readers.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { orNull } from '../lib/errors.js'
import { Job, JobConnection, JobsArgs } from './job.type.js'
import * as jobs from './job.service.js'
import type { JobRow } from './job.sql.js'

/** Returns a job row as its GraphQL object, whose `id` is the row's public id. */
export function jobNode(row: JobRow): Job {
  const { publicId: id, status } = row
  const ended = status === 'completed' || status === 'failed'
  return {
    ...row,
    id,
    result: status === 'completed' ? row.result : null,
    error: status === 'failed' ? row.error : null,
    pollAfterMs: ended ? null : status === 'active' ? 500 : 1000,
  }
}

readsNode(
  'Job',
  oneByOne(async (ctx, id) => jobNode(await jobs.getJob(ctx, id))),
)

@Resolver(() => Job)
export class JobResolver {
  @Query(() => Job, {
    nullable: true,
    description: 'The job with this ID: one of the caller, or any for administrators; null when there is none to read.',
  })
  job(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the job, as returned by the request that started it.' }) id: string,
  ): Promise<Job | null> {
    return orNull(jobs.getJob(ctx, id).then(jobNode))
  }

  @Query(() => JobConnection, {
    description:
      "The caller's jobs and, for administrators, those of the system; with `everyones` all. Newest first unless " +
      '`orderBy` is given.',
  })
  async jobs(
    @Ctx() ctx: GraphQLContext,
    @Args(() => JobsArgs) { filter, ...args }: JobsArgs,
  ): Promise<ConnectionOf<Job>> {
    const page = await jobs.pageOfJobs(ctx, args, { ...filter })
    return {
      ...page,
      nodes: page.nodes.map(jobNode),
      edges: page.edges.map(({ cursor, node }) => ({ cursor, node: jobNode(node) })),
    }
  }

  @FieldResolver(() => Job, {
    nullable: true,
    description: 'The failed job that this job retries; null when it retries none, or that one has been deleted.',
  })
  async repeats(@Ctx() ctx: GraphQLContext, @Root() job: Job): Promise<Job | null> {
    const id = await jobs.publicIdOf(ctx, job.retryOf)
    return id ? jobNode(await jobs.getJob(ctx, id)) : null
  }
}
