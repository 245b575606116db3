import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { orNull } from '../lib/errors.js'
import { Job, JobConnection, JobsArgs, type JobStatus } from './job.type.js'
import * as jobs from './job.service.js'
import type { JobRow } from './job.sql.js'

/** A job's row as its GraphQL object: its id is the documented one. */
export function jobNode(row: JobRow): Job {
  const { publicId: id, status } = row
  const ended = status === 'completed' || status === 'failed'
  return {
    ...row,
    id,
    status: status as JobStatus,
    result: status === 'completed' ? row.result : null,
    error: status === 'failed' ? row.error : null,
    pollAfterMs: ended ? null : status === 'active' ? 500 : 1000,
  }
}

@Resolver(() => Job)
export class JobResolver {
  @Query(() => Job, { nullable: true, description: "One of the caller's jobs, null when there is none of that id." })
  job(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id that the request answered.' }) id: string,
  ): Promise<Job | null> {
    return orNull(jobs.getJob(ctx, id).then(jobNode))
  }

  @Query(() => JobConnection, {
    description: "The caller's jobs, and for administrators those of the system, newest first.",
  })
  async jobs(
    @Ctx() ctx: GraphQLContext,
    @Args(() => JobsArgs) { status, queue, videoId, personaId, summaryId, ...args }: JobsArgs,
  ): Promise<ConnectionOf<Job>> {
    const page = await jobs.pageOfJobs(ctx, args, { status, queue, videoId, personaId, summaryId })
    return {
      ...page,
      nodes: page.nodes.map(jobNode),
      edges: page.edges.map(({ cursor, node }) => ({ cursor, node: jobNode(node) })),
    }
  }

  @Mutation(() => Job, { description: 'Stops a job that has not ended: it is failed with the error `Cancelled`.' })
  async cancelJob(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The job.' }) id: string,
  ): Promise<Job> {
    return jobNode(await jobs.cancelJob(ctx, id))
  }

  @Mutation(() => Job, { description: 'Does a failed job once more, as a new job.' })
  async retryJob(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The failed job.' }) id: string,
  ): Promise<Job> {
    return jobNode(await jobs.retryJob(ctx, id))
  }

  @FieldResolver(() => Job, { nullable: true, description: 'The failed job that this one repeats.' })
  async repeats(@Ctx() ctx: GraphQLContext, @Root() job: Job): Promise<Job | null> {
    const id = await jobs.publicIdOf(ctx, job.retryOf)
    return id ? jobNode(await jobs.getJob(ctx, id)) : null
  }
}
