import { Args, Ctx, Extensions, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { User } from '../accounts/user.type.js'
import { PageArgs, type ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { invitationsByIds } from './invitation.service.js'
import { asRoute } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { ProjectInvitation, ProjectInvitationConnection } from './invitation.type.js'
import { invitationsOfProjects, pageOfOwnInvitations } from './invitation.service.js'
import { projectsByIds } from './project.service.js'
import { Project } from './project.type.js'

readsNodeById('ProjectInvitation', invitationsByIds)

@Resolver(() => ProjectInvitation)
export class InvitationResolver {
  @Extensions(asRoute('GET /api/invitations'))
  @Query(() => ProjectInvitationConnection, {
    description: 'The invitations of the caller that can be answered, newest first.',
  })
  invitations(
    @Ctx() ctx: GraphQLContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<ConnectionOf<ProjectInvitation>> {
    return pageOfOwnInvitations(ctx, page) as Promise<ConnectionOf<ProjectInvitation>>
  }

  @FieldResolver()
  async user(@Ctx() ctx: GraphQLContext, @Root() { userId }: ProjectInvitation): Promise<User | null> {
    return ((await load(ctx, usersByIds, userId)) as User | undefined) ?? null
  }

  @FieldResolver()
  async creator(@Ctx() ctx: GraphQLContext, @Root() { invitedBy }: ProjectInvitation): Promise<User | null> {
    return ((await load(ctx, usersByIds, invitedBy)) as User | undefined) ?? null
  }

  @FieldResolver()
  async project(@Ctx() ctx: GraphQLContext, @Root() { projectId }: ProjectInvitation): Promise<Project | null> {
    return ((await load(ctx, projectsByIds, projectId)) as Project | undefined) ?? null
  }
}

@Resolver(() => Project)
export class ProjectInvitationsResolver {
  @FieldResolver(() => [ProjectInvitation], {
    description: 'Its invitations, newest first; empty for those who may not add members.',
  })
  invitations(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ProjectInvitation[]> {
    return load(ctx, invitationsOfProjects, project.id) as Promise<ProjectInvitation[]>
  }
}
