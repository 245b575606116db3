import { Field, Float, ID, ObjectType } from 'type-graphql'
import { objectOf, rowsOf } from '../../graphql/classes.js'
import { connectionType } from '../../graphql/connection.js'
import { enumOf } from '../../graphql/enums.js'
import { Node } from '../../graphql/node.js'
import { jobStatus } from '../../jobs/job.shape.js'
import {
  projectAgreementRecord,
  projectFigures,
  stateOfAgreement,
  videoFigures,
  type ProjectFigures as Figures,
  type VideoFigures as FiguresOfVideo,
} from './project-agreement.shape.js'

const about = (name: keyof typeof stateOfAgreement) => ({ description: stateOfAgreement[name].description! })
const mayMiss = (name: keyof typeof stateOfAgreement) => ({ ...about(name), nullable: true })

export const ProjectFigures = objectOf<Figures>(projectFigures)
export type ProjectFigures = InstanceType<typeof ProjectFigures>
export const VideoFigures = objectOf<FiguresOfVideo>(videoFigures)

@ObjectType({
  implements: Node,
  description:
    'How far personas agree on the videos of a project, as a job measured it once; the figures stay as they are.',
})
export class ProjectAgreement extends rowsOf(projectAgreementRecord) {
  @Field(() => enumOf(jobStatus), about('status'))
  status: string

  @Field(() => Float, about('progress'))
  progress: number

  @Field(() => String, mayMiss('error'))
  error: string | null

  @Field(() => ID, mayMiss('jobId'))
  jobId: string | null
}

export const ProjectAgreementConnection = connectionType('ProjectAgreement', () => ProjectAgreement)
