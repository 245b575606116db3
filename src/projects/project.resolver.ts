import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { CreateProjectInput, DeleteProjectInput, UpdateProjectInput } from './project.input.js'
import { createProjectSchema, projectParams, updateProjectSchema } from './project.schema.js'
import {
  Project,
  ProjectConnection,
  ProjectPageArgs,
  ProjectRole,
  ProjectScope,
  ProjectViewerCan,
} from './project.type.js'
import * as projects from './project.service.js'

@Resolver(() => Project)
export class ProjectResolver {
  @Query(() => ProjectConnection, { description: 'Projects of the caller, newest first.' })
  projects(
    @Ctx() ctx: GraphQLContext,
    @Args(() => ProjectPageArgs) args: ProjectPageArgs,
    @Arg('scope', () => ProjectScope, {
      nullable: true,
      description: "Which of the caller's projects to list; ALL when absent.",
    })
    scope?: ProjectScope,
    @Arg('search', () => String, {
      nullable: true,
      description:
        'Only projects whose name or slug contains this text, ignoring case. No restriction when absent or empty.',
    })
    search?: string,
    @Arg('isArchived', () => Boolean, {
      nullable: true,
      description: 'True to list archived projects only; false or absent to list the others only.',
    })
    isArchived?: boolean,
  ): Promise<ConnectionOf<Project>> {
    return projects.pageOfProjects(ctx, args, {
      scope: scope ?? 'all',
      search: search ?? null,
      isArchived: isArchived ?? false,
    })
  }

  @Query(() => Project, {
    nullable: true,
    description:
      'The project with this ID; null if there is none or the caller may not read it. Readable by its members, by ' +
      'members of the group that owns it, and by administrators.',
  })
  async project(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the project, a UUID.' }) id: string,
  ): Promise<Project | null> {
    return (await load(ctx, projects.projectsByIds, parse(projectParams, { projectId: id }).projectId)) ?? null
  }

  @Mutation(() => Project, {
    description:
      'Creates a project. The caller becomes a member with the role PROJECT_OWNER, and so does the user in ' +
      '`ownerUserId`. CONFLICT if the slug is taken.',
  })
  createProject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateProjectInput) input: CreateProjectInput,
  ): Promise<Project> {
    return projects.createProject(ctx, parse(createProjectSchema, { ...input }))
  }

  @Mutation(() => Project, {
    description:
      'Changes a project. For its owners and managers. CONFLICT if it is archived, unless this change restores it.',
  })
  async updateProject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateProjectInput) input: UpdateProjectInput,
  ): Promise<Project> {
    const { id, ...changes } = input
    const { projectId } = parse(projectParams, { projectId: id })
    const project = await projects.updateProject(ctx, projectId, parse(updateProjectSchema, changes))
    forgetLoaded(ctx)
    return project
  }

  @Mutation(() => Boolean, {
    description:
      'Deletes a project with its memberships, video assignments and worlds. Its other content stays with the ' +
      'authors, outside projects. For its owners and administrators. Returns true.',
  })
  async deleteProject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteProjectInput) input: DeleteProjectInput,
  ): Promise<boolean> {
    await projects.deleteProject(ctx, parse(projectParams, { projectId: input.id }).projectId)
    forgetLoaded(ctx)
    return true
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
  async myRole(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ProjectRole | null> {
    const own = (await load(ctx, projects.membersOfProjects, project.id)).find(
      (member) => member.userId === ctx.actor?.userId,
    )
    return own ? (own.role as ProjectRole) : null
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
