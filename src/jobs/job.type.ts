import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { enumOf } from '../graphql/enums.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { validation } from '../lib/errors.js'
import { jobRecord, jobStatus } from './job.shape.js'

const JobStatus = enumOf(jobStatus)

/**
 * The values of the GraphQL enum, such as VIDEO_SUMMARIZATION for 'video-summarization'. nameJobTypes fills it before
 * the schema is built.
 */
const JobQueueName: Record<string, string> = {}

/** Registers the types of jobs in the schema. They cannot be imported here, because their areas come after this one. */
export function nameJobTypes(types: readonly { name: string }[]): void {
  for (const { name } of types) JobQueueName[name.toUpperCase().replaceAll('-', '_')] = name
}

/** Throws VALIDATION_ERROR for an unknown queue. */
export function refuseUnknownQueue(queue: string | undefined): void {
  const queues = Object.values(JobQueueName)
  if (queue !== undefined && !queues.includes(queue))
    throw validation([{ field: 'queue', message: `must be one of ${queues.join(', ')}` }])
}

registerEnumType(JobQueueName, { name: 'JobQueue', description: 'Kind of work that a job does.' })

@ObjectType({
  implements: Node,
  description: 'Work done in the background, mostly by a model. Poll it until its status is COMPLETED or FAILED.',
})
export class Job extends rowsOf(jobRecord) {
  @Field(() => JobQueueName, { description: 'Kind of work that the job does.' })
  queue: string

  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds to wait before the next poll; null once it has ended.',
  })
  pollAfterMs: number | null

  retryOf: string | null
}

export const JobConnection = connectionType('Job', () => Job)

const JobPageArgs = orderedPageArgs('Job', {
  CREATED_AT: 'createdAt',
  STARTED_AT: 'startedAt',
  COMPLETED_AT: 'completedAt',
  STATUS: 'status',
  QUEUE: 'queue',
})

@InputType({ description: 'Conditions that every listed job meets.' })
class JobFilter {
  @Field(() => JobStatus, { nullable: true, description: 'Only jobs with this status.' })
  status?: string | null

  @Field(() => JobQueueName, { nullable: true, description: 'Only jobs of this kind of work.' })
  queue?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this summary.' })
  summaryId?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: "True to list everybody's jobs; for administrators only. False when absent.",
  })
  everyones?: boolean | null
}
export const JobsArgs = filteredArgs(JobPageArgs, JobFilter)
export type JobsArgs = InstanceType<typeof JobsArgs>
