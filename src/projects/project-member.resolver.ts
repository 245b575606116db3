import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { addMemberSchema, changeMemberSchema } from '../groups/group.schema.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { ProjectMemberInput, RemoveProjectMemberInput } from './project.input.js'
import { projectMemberParams, projectParams } from './project.schema.js'
import { ProjectMember, type ProjectRole } from './project.type.js'
import * as members from './project-member.service.js'
import { type ProjectMemberRow } from './project.service.js'

function ofEnum(member: ProjectMemberRow): ProjectMember {
  return { ...member, role: member.role as ProjectRole }
}

@Resolver(() => ProjectMember)
export class ProjectMemberResolver {
  @Mutation(() => ProjectMember, {
    description:
      'Adds a user to a project. For its owners and managers. CONFLICT if the user is a member already or the ' +
      'project is archived.',
  })
  async addProjectMember(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ProjectMemberInput) input: ProjectMemberInput,
  ): Promise<ProjectMember> {
    const { projectId, ...added } = input
    const project = parse(projectParams, { projectId })
    const member = await members.addProjectMember(ctx, project.projectId, parse(addMemberSchema, added))
    forgetLoaded(ctx)
    return ofEnum(member)
  }

  @Mutation(() => ProjectMember, {
    description:
      "Changes the role of a member. For owners and managers of the project. The caller's own role and that of the " +
      'last owner cannot be changed (VALIDATION_ERROR).',
  })
  async changeProjectRole(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ProjectMemberInput) input: ProjectMemberInput,
  ): Promise<ProjectMember> {
    const { projectId, userId } = parse(projectMemberParams, { projectId: input.projectId, userId: input.userId })
    const member = await members.changeProjectRole(
      ctx,
      projectId,
      userId,
      parse(changeMemberSchema, { role: input.role }).role,
    )
    forgetLoaded(ctx)
    return ofEnum(member)
  }

  @Mutation(() => Boolean, {
    description:
      'Removes a member from a project. For its owners and managers; every member may remove themselves. The last ' +
      'owner cannot be removed (VALIDATION_ERROR). Returns true.',
  })
  async removeProjectMember(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RemoveProjectMemberInput) input: RemoveProjectMemberInput,
  ): Promise<boolean> {
    const { projectId, userId } = parse(projectMemberParams, { ...input })
    await members.removeProjectMember(ctx, projectId, userId)
    forgetLoaded(ctx)
    return true
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'E-mail address of the member; null if the account has none. Shown to everybody who may read the project.',
  })
  async email(@Ctx() ctx: GraphQLContext, @Root() member: ProjectMember): Promise<string | null> {
    return (await load(ctx, usersByIds, member.userId))?.email ?? null
  }
}
