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
    @Arg('scope', () => ProjectScope, { nullable: true, description: 'ALL when left out.' }) scope?: ProjectScope,
    @Arg('search', () => String, { nullable: true, description: 'Only those whose name or short name contains this.' })
    search?: string,
    @Arg('isArchived', () => Boolean, { nullable: true, description: 'Those put aside instead of the others.' })
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
    description: 'A project by its id for its members and administrators, null otherwise.',
  })
  async project(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'UUID.' }) id: string,
  ): Promise<Project | null> {
    return (await load(ctx, projects.projectsByIds, parse(projectParams, { projectId: id }).projectId)) ?? null
  }

  @Mutation(() => Project, { description: 'Makes a project; whoever makes it is its first owner.' })
  createProject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateProjectInput) input: CreateProjectInput,
  ): Promise<Project> {
    return projects.createProject(ctx, parse(createProjectSchema, { ...input }))
  }

  @Mutation(() => Project, { description: 'Changes a project; for its owners and managers.' })
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
    description: 'Removes a project; its content stays with its owners. For its owners and administrators.',
  })
  async deleteProject(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => DeleteProjectInput) input: DeleteProjectInput,
  ): Promise<boolean> {
    await projects.deleteProject(ctx, parse(projectParams, { projectId: input.id }).projectId)
    forgetLoaded(ctx)
    return true
  }

  @FieldResolver(() => Int, { description: 'How many work in it.' })
  async memberCount(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<number> {
    return (await load(ctx, projects.membersOfProjects, project.id)).length
  }

  @FieldResolver(() => ProjectRole, { nullable: true, description: "The caller's direct role, null without one." })
  async myRole(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ProjectRole | null> {
    const own = (await load(ctx, projects.membersOfProjects, project.id)).find(
      (member) => member.userId === ctx.actor?.userId,
    )
    return own ? (own.role as ProjectRole) : null
  }

  @FieldResolver(() => ProjectViewerCan, { description: 'What the viewer may do with it.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ProjectViewerCan> {
    return projects.projectViewerCan(ctx, project)
  }

  @FieldResolver(() => Int, { description: 'How many videos it has.' })
  videoAssignmentCount(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<number> {
    return load(ctx, projects.assignmentCounts, project.id)
  }
}
