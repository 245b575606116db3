import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { User } from '../../accounts/user.type.js'
import { rowsOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { connectionType } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { Project } from '../../projects/project.type.js'
import { assignmentRecord } from './assignment.shape.js'
import { Video } from '../video.type.js'

const AssignmentSource = enumOf(assignmentRecord.fields.source.shape)

@ObjectType({ implements: Node, description: 'The assignment of a video to a project.' })
export class VideoAssignment extends rowsOf(assignmentRecord) {
  @Field(() => Video, { nullable: true, description: 'The video; null if the viewer may not see it.' })
  video?: Video | null

  @Field(() => Project, {
    nullable: true,
    description:
      'The project; null if the viewer may not read it, for example as somebody who is only to annotate the video.',
  })
  project?: Project | null

  @Field(() => User, {
    nullable: true,
    description: 'The user who is to annotate the video; null for nobody in particular.',
  })
  assignedUser?: User | null

  @Field(() => User, {
    nullable: true,
    description: 'The user who assigned the video or had the rules evaluated; null where that was automatic.',
  })
  creator?: User | null
}

export const VideoAssignmentConnection = connectionType('VideoAssignment', () => VideoAssignment)
const VideoAssignmentPageArgs = orderedPageArgs('VideoAssignment', {
  ASSIGNED_AT: 'assignedAt',
  SOURCE: 'source',
  VIDEO_ID: 'videoId',
})

@InputType({ description: 'Conditions that every listed assignment meets.' })
class VideoAssignmentFilter {
  @Field(() => AssignmentSource, {
    nullable: true,
    description: 'Only assignments made in this way, by a person or by a rule.',
  })
  source?: 'manual' | 'rule' | null

  @Field(() => ID, {
    nullable: true,
    description: 'Only assignments whose video the user with this ID is to annotate.',
  })
  assignedUserId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only the assignment of the video with this ID.' })
  videoId?: string | null
}
export const VideoAssignmentsArgs = filteredArgs(VideoAssignmentPageArgs, VideoAssignmentFilter)
export type VideoAssignmentsArgs = InstanceType<typeof VideoAssignmentsArgs>
