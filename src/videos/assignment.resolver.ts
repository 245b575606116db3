import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { projectParams } from '../projects/project.schema.js'
import { Project } from '../projects/project.type.js'
import { AssignVideoInput, AssignVideosInput, UnassignVideoInput } from './assignment.input.js'
import { assignVideoSchema, assignVideosSchema } from './assignment.schema.js'
import { VideoAssignment, VideoAssignmentConnection, VideoAssignmentsArgs } from './assignment.type.js'
import * as assignments from './assignment.service.js'
import { Video } from './video.type.js'

@Resolver(() => VideoAssignment)
export class AssignmentResolver {
  @Query(() => VideoAssignmentConnection, {
    description: 'The videos of a project, assigned last first; for its members.',
  })
  videoAssignments(
    @Ctx() ctx: GraphQLContext,
    @Args(() => VideoAssignmentsArgs) { source, assignedUserId, videoId, ...page }: VideoAssignmentsArgs,
    @Arg('projectId', () => ID, { description: 'UUID.' }) projectId: string,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return assignments.pageOfAssignments(
      ctx,
      { ...parse(projectParams, { projectId }), source, assignedUserId, videoId },
      page,
    )
  }

  @Mutation(() => VideoAssignment, { description: 'Gives a project a video; for its owners and managers.' })
  async assignVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AssignVideoInput) { projectId, ...input }: AssignVideoInput,
  ): Promise<VideoAssignment> {
    const project = parse(projectParams, { projectId })
    const assignment = await assignments.assignVideo(ctx, { ...parse(assignVideoSchema, input), ...project })
    forgetLoaded(ctx)
    return assignment
  }

  @Mutation(() => Boolean, { description: 'Takes a video from a project; always true.' })
  async unassignVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UnassignVideoInput) { projectId, videoId }: UnassignVideoInput,
  ): Promise<boolean> {
    await assignments.unassignVideo(ctx, parse(projectParams, { projectId }).projectId, videoId)
    forgetLoaded(ctx)
    return true
  }

  @Mutation(() => Int, { description: 'Gives a project many videos; how many are new. For administrators.' })
  assignVideos(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AssignVideosInput) input: AssignVideosInput,
  ): Promise<number> {
    return assignments.assignVideos(ctx, parse(assignVideosSchema, { ...input }))
  }
}

@Resolver(() => Video)
export class VideoAssignmentsResolver {
  @FieldResolver(() => [VideoAssignment], {
    description: 'Its assignments, as far as the caller may see them, newest first.',
  })
  assignments(@Ctx() ctx: GraphQLContext, @Root() video: Video): Promise<VideoAssignment[]> {
    return load(ctx, assignments.assignmentsOfVideos, video.id)
  }
}

@Resolver(() => Project)
export class ProjectVideosResolver {
  @FieldResolver(() => VideoAssignmentConnection, { description: 'Its videos, assigned last first.' })
  videoAssignments(
    @Ctx() ctx: GraphQLContext,
    @Root() project: Project,
    @Args(() => VideoAssignmentsArgs) { source, assignedUserId, videoId, ...page }: VideoAssignmentsArgs,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return assignments.pageOfAssignments(ctx, { projectId: project.id, source, assignedUserId, videoId }, page)
  }
}
