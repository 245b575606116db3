import type { Selectable } from 'kysely'
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { Videos } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json } from '../graphql/scalars.js'

@ObjectType({ implements: Node, description: 'A video file and what is known about it.' })
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
  @Field(() => String, { description: 'Name of the video file, unique among videos.' })
  filename: string

  @Field(() => String, {
    description:
      'Where the file is stored: the absolute path of a local file, or the key of an object in the object store.',
  })
  path: string

  @Field(() => Float, {
    nullable: true,
    description: 'Length in seconds, from the metadata or else from the file; null if unknown.',
  })
  duration: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Frames per second, from the metadata or else from the file; null if unknown.',
  })
  frameRate: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Width and height in pixels, such as 1280x720, from the metadata or else from the file; null if unknown.',
  })
  resolution: string | null

  @Field(() => Float, { description: 'Size of the file in bytes.' })
  size: number

  @Field(() => Json, {
    nullable: true,
    description:
      "Metadata from the downloader's sidecar file (`.info.json`), a JSON object, with `filesize`, " +
      '`original_filename`, `storage_path` and `last_modified` of the video file added.',
  })
  metadata: unknown

  @Field(() => String, {
    nullable: true,
    description: 'Path or object key of the thumbnail that was cached last; null if there is none.',
  })
  localThumbnailPath: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Platform from which the video was downloaded, as the metadata names it; null if unknown.',
  })
  sourcePlatform: string | null

  @Field(() => String, {
    nullable: true,
    description: 'ID of the video on the platform from which it was downloaded; null if unknown.',
  })
  platformVideoId: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'State of the metadata: synced, failed (the sidecar file cannot be read, or ' +
      'the video file is missing) or never (there is no sidecar file).',
  })
  metadataSyncStatus: string | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the sidecar file was last read; null if there never was one.',
  })
  lastMetadataSync: string | null

  @Field(() => DateTime, { description: 'When it was created, that is, when its file was first found or uploaded.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
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
  description: 'Width and height of a thumbnail in pixels: SMALL 320x180, MEDIUM 640x360, LARGE 1280x720.',
})

@ObjectType('VideoUrl', { description: 'A URL from which a video can be played.' })
export class VideoAddress {
  @Field(() => String, { description: 'The URL; a path on this server if this server sends the file itself.' })
  url: string

  @Field(() => Int, {
    nullable: true,
    description: 'For how many seconds the URL is valid; null if it does not expire.',
  })
  expiresIn: number | null
}

@ObjectType('VideoSync', {
  description: 'The outcome of synchronising the list of videos with the stored video files.',
})
export class VideoSync {
  @Field(() => Int, { description: 'Number of new videos.' })
  added: number

  @Field(() => Int, { description: 'Number of videos whose file or sidecar file has changed.' })
  updated: number

  @Field(() => Int, {
    description: 'Number of videos that were deleted, because their file is gone and nothing refers to them.',
  })
  deleted: number

  @Field(() => Int, {
    description: 'Number of video files that could not be read or whose sidecar file could not be read.',
  })
  errors: number

  @Field(() => Int, { description: 'Number of video files that were found.' })
  total: number
}

@ObjectType({ description: 'A part of a transcript: something that is said.' })
export class TranscribedSegment {
  @Field(() => Float, { description: 'When the segment starts, in seconds from the start of the video.' })
  start: number

  @Field(() => Float, { description: 'When the segment ends, in seconds from the start of the video.' })
  end: number

  @Field(() => String, { description: 'What is said in the segment.' })
  text: string

  @Field(() => Float, {
    nullable: true,
    description: 'Confidence of the transcription, 0 to 1; null if the model does not say.',
  })
  confidence: number | null

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the speaker who talks longest in the segment; null if speakers were not identified or none talks.',
  })
  speaker: string | null
}

@ObjectType('Transcript', { description: 'The transcript of the speech in a video; nothing of it is stored.' })
export class TranscriptOutput {
  @Field(() => String, { description: 'The whole text of the transcript.' })
  text: string

  @Field(() => [TranscribedSegment], { description: 'The segments of the transcript in order.' })
  segments: TranscribedSegment[]

  @Field(() => String, { nullable: true, description: 'Code of the spoken language, such as en; null if unknown.' })
  language: string | null

  @Field(() => Float, { nullable: true, description: 'Length of the audio in seconds; null if unknown.' })
  duration: number | null

  @Field(() => Float, { description: 'Time that the transcription took, in seconds.' })
  processingTime: number

  @Field(() => String, { description: 'Name of the model that transcribed the speech.' })
  modelUsed: string

  @Field(() => [String], {
    nullable: true,
    description: 'Names of the speakers, in order of first appearance; null if speakers were not identified.',
  })
  speakers?: string[]

  @Field(() => String, {
    nullable: true,
    description: 'Name of the model that identified the speakers; null if they were not identified.',
  })
  diarizationModelUsed?: string

  @Field(() => Float, {
    nullable: true,
    description: 'Time that identifying the speakers took, in seconds; null if they were not identified.',
  })
  diarizationProcessingTime?: number
}
