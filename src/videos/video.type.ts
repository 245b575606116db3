import type { Selectable } from 'kysely'
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { Videos } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A video file.' })
export class Video
  extends Node
  implements
    Pick<
      Selectable<Videos>,
      | 'filename'
      | 'path'
      | 'duration'
      | 'frameRate'
      | 'resolution'
      | 'size'
      | 'metadata'
      | 'localThumbnailPath'
      | 'sourcePlatform'
      | 'platformVideoId'
      | 'metadataSyncStatus'
      | 'lastMetadataSync'
      | 'createdAt'
      | 'updatedAt'
    >
{
  @Field(() => String, { description: 'Name of the file, unique.' })
  filename: string

  @Field(() => String, { description: 'Where the file lies: a path, or the key of an object.' })
  path: string

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  duration: number | null

  @Field(() => Float, { nullable: true, description: 'Frames a second.' })
  frameRate: number | null

  @Field(() => String, { nullable: true, description: 'Such as 1280x720.' })
  resolution: string | null

  @Field(() => Float, { description: 'Bytes.' })
  size: number

  @Field(() => Json, { nullable: true, description: "What the downloader's sidecar says, and four facts of the file." })
  metadata: unknown

  @Field(() => String, { nullable: true, description: 'Where the thumbnail made last is kept.' })
  localThumbnailPath: string | null

  @Field(() => String, { nullable: true, description: 'Platform the video comes from.' })
  sourcePlatform: string | null

  @Field(() => String, { nullable: true, description: 'Its id there.' })
  platformVideoId: string | null

  @Field(() => String, { nullable: true, description: 'synced, failed or never.' })
  metadataSyncStatus: string | null

  @Field(() => DateTime, { nullable: true, description: 'When its sidecar was last read.' })
  lastMetadataSync: string | null

  @Field(() => DateTime, { description: 'When it was first seen.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it last changed.' })
  updatedAt: string
}

export const VideoConnection = connectionType('Video', () => Video)
export const VideoPageArgs = orderedPageArgs('Video', {
  FILENAME: 'filename',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  DURATION: 'duration',
  SIZE: 'size',
})
export type VideoPageArgs = InstanceType<typeof VideoPageArgs>

export enum ThumbnailSizeName {
  SMALL = 'small',
  MEDIUM = 'medium',
  LARGE = 'large',
}
registerEnumType(ThumbnailSizeName, {
  name: 'ThumbnailSize',
  description: 'SMALL 320x180, MEDIUM 640x360, LARGE 1280x720.',
})

@ObjectType('VideoUrl', { description: 'An address to play a video from.' })
export class VideoAddress {
  @Field(() => String, { description: 'The address; relative to this server where it has the file.' })
  url: string

  @Field(() => Int, { nullable: true, description: 'Seconds that it stays good; null: it does not expire.' })
  expiresIn: number | null
}

@ObjectType('VideoSync', { description: 'What a synchronisation with the video files did.' })
export class VideoSync {
  @Field(() => Int, { description: 'New videos.' })
  added: number

  @Field(() => Int, { description: 'Videos whose file or sidecar changed.' })
  updated: number

  @Field(() => Int, { description: 'Videos without file that nothing referred to.' })
  deleted: number

  @Field(() => Int, { description: 'Files with a fault.' })
  errors: number

  @Field(() => Int, { description: 'Video files found.' })
  total: number
}

@ObjectType({ description: 'Something said.' })
export class TranscribedSegment {
  @Field(() => Float, { description: 'Seconds from the start.' })
  start: number

  @Field(() => Float, { description: 'Seconds from the start.' })
  end: number

  @Field(() => String, { description: 'What is said.' })
  text: string

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => String, { nullable: true, description: 'Who says it, where speakers were told apart.' })
  speaker: string | null
}

@ObjectType('Transcript', { description: 'What is said in a video; nothing of it is stored.' })
export class TranscriptOutput {
  @Field(() => String, { description: 'The whole text.' })
  text: string

  @Field(() => [TranscribedSegment], { description: 'Its parts in order.' })
  segments: TranscribedSegment[]

  @Field(() => String, { nullable: true, description: 'Language code.' })
  language: string | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  duration: number | null

  @Field(() => Float, { description: 'Seconds.' })
  processingTime: number

  @Field(() => String, { description: 'Model that listened.' })
  modelUsed: string

  @Field(() => [String], { nullable: true, description: 'Speakers in order of first appearance.' })
  speakers?: string[]

  @Field(() => String, { nullable: true, description: 'Model that told speakers apart.' })
  diarizationModelUsed?: string

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  diarizationProcessingTime?: number
}
