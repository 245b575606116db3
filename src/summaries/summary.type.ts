import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { ofReviewState, reviewerSays } from '../access/review.shape.js'
import { User } from '../accounts/user.type.js'
import { addInputs, rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { Video } from '../videos/video.type.js'
import { summaryRecord } from './summary.shape.js'

@ObjectType({
  implements: Node,
  description: 'A summary of a video from the perspective of a persona; at most one for each video and persona.',
})
export class Summary extends rowsOf(summaryRecord) {
  @Field(() => Persona, {
    nullable: true,
    description:
      'The persona whose perspective it takes. Of one that the caller may not read, but whose summary is shared with ' +
      'the caller, only name and role are shown; null otherwise.',
  })
  persona?: Persona | null

  @Field(() => Video, {
    nullable: true,
    description: 'The video; null when it does not exist or the caller may not see it.',
  })
  video?: Video | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project it is in; null outside projects and when the caller may not read the project.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null

  @Field(() => User, { nullable: true, description: reviewerSays })
  reviewer?: User | null
}

export const SummaryConnection = connectionType('Summary', () => Summary)
const SummaryPageArgs = orderedPageArgs('Summary', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  CONFIDENCE: 'confidence',
})

@InputType({ description: 'Conditions that every listed summary meets.' })
class SummaryFilter {
  @Field(() => ID, { nullable: true, description: 'Only summaries of this video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only summaries for this persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only summaries in this project.' })
  projectId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only summaries created by the user with this ID.' })
  creatorId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether to return only summaries that the caller created.' })
  mine?: boolean | null
}
addInputs(SummaryFilter, { reviewState: ofReviewState('summaries') })
export const SummariesArgs = filteredArgs(SummaryPageArgs, SummaryFilter)
export type SummariesArgs = InstanceType<typeof SummariesArgs>
