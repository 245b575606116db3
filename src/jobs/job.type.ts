import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, JsonObject } from '../graphql/scalars.js'

export enum JobStatus {
  QUEUED = 'queued',
  ACTIVE = 'active',
  DELAYED = 'delayed',
  COMPLETED = 'completed',
  FAILED = 'failed',
}
registerEnumType(JobStatus, {
  name: 'JobStatus',
  description: 'Status of a job. DELAYED: waits for its next attempt; COMPLETED and FAILED are final.',
})

/**
 * The values of the GraphQL enum, such as VIDEO_SUMMARIZATION for 'video-summarization'. nameJobTypes fills it before
 * the schema is built.
 */
const JobQueueName: Record<string, string> = {}

/**
 * Tells the schema which types of jobs there are. They cannot be imported here, because their areas come after this
 * one.
 */
export function nameJobTypes(types: readonly { name: string }[]): void {
  for (const { name } of types) JobQueueName[name.toUpperCase().replaceAll('-', '_')] = name
}

registerEnumType(JobQueueName, { name: 'JobQueue', description: 'Kind of work that a job does.' })

@ObjectType({
  implements: Node,
  description: 'Work done in the background, mostly by a model. Poll it until its status is COMPLETED or FAILED.',
})
export class Job extends Node {
  @Field(() => JobQueueName, { description: 'Kind of work that the job does.' })
  queue: string

  @Field(() => JobStatus, { description: 'Status of the job.' })
  status: JobStatus

  @Field(() => Float, { description: 'Progress of the current attempt in percent, 0 to 100.' })
  progress: number

  @Field(() => Int, { description: 'Number of attempts begun so far.' })
  attempt: number

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Result, which depends on the kind of work; null until completed.',
  })
  result: unknown

  @Field(() => String, { nullable: true, description: 'Error message; null unless the job has failed.' })
  error: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds to wait before the next poll; null once it has ended.',
  })
  pollAfterMs: number | null

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: string

  @Field(() => DateTime, { nullable: true, description: 'When its first attempt began; null before that.' })
  startedAt: string | null

  @Field(() => DateTime, { nullable: true, description: 'When it was completed; null unless it was.' })
  completedAt: string | null

  @Field(() => DateTime, { nullable: true, description: 'When it failed or was cancelled; null otherwise.' })
  failedAt: string | null

  retryOf: string | null
  @Field(() => ID, { nullable: true, description: 'ID of the summary it is about; null if none.' })
  summaryId: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the video it is about; null if none.' })
  videoId: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the persona it is about; null if none.' })
  personaId: string | null
}

export const JobConnection = connectionType('Job', () => Job)

const JobPageArgs = orderedPageArgs('Job', {
  CREATED_AT: 'createdAt',
  STARTED_AT: 'startedAt',
  COMPLETED_AT: 'completedAt',
  STATUS: 'status',
  QUEUE: 'queue',
})

@ArgsType()
export class JobsArgs extends JobPageArgs {
  @Field(() => JobStatus, { nullable: true, description: 'Only jobs with this status.' })
  status?: JobStatus | null

  @Field(() => JobQueueName, { nullable: true, description: 'Only jobs of this kind of work.' })
  queue?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only jobs about this summary.' })
  summaryId?: string | null
}
