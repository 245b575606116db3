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
registerEnumType(JobStatus, { name: 'JobStatus', description: 'How far a job is; completed and failed never change.' })

/** VIDEO_SUMMARIZATION for 'video-summarization': filled by nameJobTypes before the schema is built. */
const JobQueueName: Record<string, string> = {}

/** Which types of jobs the schema knows; their areas come after this one, so they are told. */
export function nameJobTypes(types: readonly { name: string }[]): void {
  for (const { name } of types) JobQueueName[name.toUpperCase().replaceAll('-', '_')] = name
}

registerEnumType(JobQueueName, { name: 'JobQueue', description: 'Which kind of work a job is.' })

@ObjectType({ implements: Node, description: 'Work that a model does in the background. Poll it until it has ended.' })
export class Job extends Node {
  @Field(() => JobQueueName, { description: 'Which kind of work.' })
  queue: string

  @Field(() => JobStatus, { description: 'How far it is.' })
  status: JobStatus

  @Field(() => Float, { description: 'Percent, 0 to 100.' })
  progress: number

  @Field(() => Int, { description: 'How often it has been begun.' })
  attempt: number

  @Field(() => JsonObject, { nullable: true, description: 'What it brought, once completed.' })
  result: unknown

  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error: string | null

  @Field(() => Int, {
    nullable: true,
    description: 'Milliseconds to wait before the next poll; null once it has ended.',
  })
  pollAfterMs: number | null

  @Field(() => DateTime, { description: 'When it was accepted.' })
  createdAt: string

  @Field(() => DateTime, { nullable: true, description: 'When a worker first began it.' })
  startedAt: string | null

  @Field(() => DateTime, { nullable: true, description: 'When it was completed.' })
  completedAt: string | null

  @Field(() => DateTime, { nullable: true, description: 'When it failed.' })
  failedAt: string | null

  retryOf: string | null
  @Field(() => ID, { nullable: true, description: 'The summary it is about.' })
  summaryId: string | null

  @Field(() => ID, { nullable: true, description: 'The video it is about.' })
  videoId: string | null

  @Field(() => ID, { nullable: true, description: 'The persona it is about.' })
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
  @Field(() => JobStatus, { nullable: true, description: 'Only those this far.' })
  status?: JobStatus | null

  @Field(() => JobQueueName, { nullable: true, description: 'Only this kind.' })
  queue?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those about a video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those about a persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those about a summary.' })
  summaryId?: string | null
}
