import { Field, ObjectType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { invitationRecord } from './invitation.shape.js'
import { Project } from './project.type.js'

@ObjectType({
  implements: Node,
  description:
    'An invitation of a user to a project. The user sees it, and whoever may add members to the project. It goes with ' +
    'the project, the user and the inviter.',
})
export class ProjectInvitation extends rowsOf(invitationRecord) {
  @Field(() => String, { description: 'Name of the project, which the user may not be able to read yet.' })
  projectName: string

  @Field(() => User, { nullable: true, description: 'The user who is invited.' })
  user?: User | null

  @Field(() => User, { nullable: true, description: 'The user who sent the invitation.' })
  creator?: User | null

  @Field(() => Project, { nullable: true, description: 'The project; null if the caller may not read it.' })
  project?: Project | null
}

export const ProjectInvitationConnection = connectionType('ProjectInvitation', () => ProjectInvitation)
