import { Arg, Ctx, Extensions, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { usersByIds } from '../accounts/user.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode, readsNodeById, throughParents } from '../node-readers.js'
import { asRoute, sentAs } from '../graphql/doors.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { projectParams } from './project.shape.js'
import { Project, ProjectMember, ProjectRole, ProjectViewerCan } from './project.type.js'
import * as projects from './project.service.js'

readsNodeById('Project', projects.projectsByIds)
readsNode(
  'ProjectMember',
  throughParents(projects.membersOfProjects, (members) => members, projects.projectsByIds),
)

@Resolver(() => Project)
export class ProjectResolver {
  @Query(() => Project, {
    nullable: true,
    description:
      'The project with this ID; null if there is none or the caller may not read it. Readable by its members, by ' +
      'members of the group that owns it, and by administrators.',
  })
  @Extensions({ ...asRoute('GET /api/projects'), ...sentAs({ projectId: 'id' }) })
  async project(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the project, a UUID.' }) id: string,
  ): Promise<Project | null> {
    return (await load(ctx, projects.projectsByIds, parse(projectParams, { projectId: id }).projectId)) ?? null
  }

  @FieldResolver(() => Int, {
    description: 'Number of members; members of an owning group count only if they joined the project itself.',
  })
  async memberCount(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<number> {
    return (await load(ctx, projects.membersOfProjects, project.id)).length
  }

  @FieldResolver(() => ProjectRole, {
    nullable: true,
    description:
      'Role that the caller holds as a member of the project; null if the caller is no member, even if a role ' +
      'follows from the owning group.',
  })
  async myRole(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<string | null> {
    const own = (await load(ctx, projects.membersOfProjects, project.id)).find(
      (member) => member.userId === ctx.actor?.userId,
    )
    return own?.role ?? null
  }

  @FieldResolver(() => ProjectViewerCan, { description: 'What the caller may do with the project.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ProjectViewerCan> {
    return projects.projectViewerCan(ctx, project)
  }

  @FieldResolver(() => Int, { description: 'Number of videos assigned to the project.' })
  videoAssignmentCount(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<number> {
    return load(ctx, projects.assignmentCounts, project.id)
  }
}

@Resolver(() => ProjectMember)
export class ProjectMemberResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'E-mail address of the member; null if the account has none. Shown to everybody who may read the project.',
  })
  async email(@Ctx() ctx: GraphQLContext, @Root() member: ProjectMember): Promise<string | null> {
    return (await load(ctx, usersByIds, member.userId))?.email ?? null
  }
}
