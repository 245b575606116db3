import { GraphQLUpload, type FileUpload } from 'graphql-upload-minimal'
import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'
import { rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { Json } from '../graphql/scalars.js'
import { fileSize, sidecar, videoRecord } from './video.shape.js'

@ObjectType({ implements: Node, description: 'A video file and what is known about it.' })
export class Video extends rowsOf(videoRecord) {
  @Field(() => Float, { description: fileSize })
  size: number

  @Field(() => Json, { nullable: true, description: sidecar })
  metadata: unknown
}

export const VideoConnection = connectionType('Video', () => Video)
const VideoPageArgs = orderedPageArgs('Video', {
  FILENAME: 'filename',
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  DURATION: 'duration',
  SIZE: 'size',
})

@InputType({ description: 'Conditions that every listed video meets.' })
class VideoFilter {
  @Field(() => ID, { nullable: true, description: 'Only videos assigned to the project with this ID.' })
  projectId?: string

  @Field(() => String, {
    nullable: true,
    description: 'Only videos whose file name or title contains this text, ignoring case.',
  })
  search?: string

  @Field(() => ID, {
    nullable: true,
    description: 'Only videos that have a summary of the persona with this ID which the viewer may read.',
  })
  summarizedBy?: string

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only videos with (true) or without (false) a summary that the viewer ' +
      'may read; with `summarizedBy`, a summary of that persona.',
  })
  hasSummary?: boolean

  @Field(() => ID, {
    nullable: true,
    description:
      'Only videos that are assigned to the user with this ID in a project that the viewer may read; with `projectId`, ' +
      'in that project.',
  })
  assignedTo?: string
}
export const VideosArgs = filteredArgs(VideoPageArgs, VideoFilter)
export type VideosArgs = InstanceType<typeof VideosArgs>

@InputType({ description: 'The file of a new video.' })
export class UploadVideoInput {
  @Field(() => GraphQLUpload, {
    description:
      'The video file, stored under its own name, which must be new and end in .mp4, .webm, .ogg, .mov, .avi or .mkv.',
  })
  file: Promise<FileUpload>
}
