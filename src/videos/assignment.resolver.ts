import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forgetLoaded, load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { projectParams } from '../projects/project.shape.js'
import { Project } from '../projects/project.type.js'
import { AssignVideoInput, AssignVideosInput, UnassignVideoInput } from './assignment.input.js'
import { assignVideoSchema, assignVideosSchema } from './assignment.schema.js'
import { VideoAssignment, VideoAssignmentConnection, VideoAssignmentsArgs } from './assignment.type.js'
import * as assignments from './assignment.service.js'
import { Video } from './video.type.js'

@Resolver(() => VideoAssignment)
export class AssignmentResolver {
  @Query(() => VideoAssignmentConnection, {
    description:
      'The assignments of videos to a project, newest first. For ' +
      'anyone with a role in the project, and administrators.',
  })
  videoAssignments(
    @Ctx() ctx: GraphQLContext,
    @Args(() => VideoAssignmentsArgs) { source, assignedUserId, videoId, ...page }: VideoAssignmentsArgs,
    @Arg('projectId', () => ID, { description: 'ID of the project, a UUID.' }) projectId: string,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return assignments.pageOfAssignments(
      ctx,
      { ...parse(projectParams, { projectId }), source, assignedUserId, videoId },
      page,
    )
  }

  @Mutation(() => VideoAssignment, {
    description:
      'Assigns a video to a project; CONFLICT if the project has it already. ' +
      'For owners and managers of the project, and administrators.',
  })
  async assignVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => AssignVideoInput) { projectId, ...input }: AssignVideoInput,
  ): Promise<VideoAssignment> {
    const project = parse(projectParams, { projectId })
    const assignment = await assignments.assignVideo(ctx, { ...parse(assignVideoSchema, input), ...project })
    forgetLoaded(ctx)
    return assignment
  }

  @Mutation(() => Boolean, {
    description:
      'Removes the assignment of a video to a project; always returns true, NOT_FOUND if ' +
      'there is none. For owners and managers of the project, and administrators.',
  })
  async unassignVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UnassignVideoInput) { projectId, videoId }: UnassignVideoInput,
  ): Promise<boolean> {
    await assignments.unassignVideo(ctx, parse(projectParams, { projectId }).projectId, videoId)
    forgetLoaded(ctx)
    return true
  }

  @Mutation(() => Int, {
    description:
      'Assigns videos to a project, all or none, and returns how many ' +
      'assignments are new; existing ones stay. For administrators.',
  })
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
    description: 'The assignments of the video to projects, as far as the viewer may see them, newest first.',
  })
  assignments(@Ctx() ctx: GraphQLContext, @Root() video: Video): Promise<VideoAssignment[]> {
    return load(ctx, assignments.assignmentsOfVideos, video.id)
  }
}

@Resolver(() => Project)
export class ProjectVideosResolver {
  @FieldResolver(() => VideoAssignmentConnection, {
    description: 'The assignments of videos to the project, newest first.',
  })
  videoAssignments(
    @Ctx() ctx: GraphQLContext,
    @Root() project: Project,
    @Args(() => VideoAssignmentsArgs) { source, assignedUserId, videoId, ...page }: VideoAssignmentsArgs,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return assignments.pageOfAssignments(ctx, { projectId: project.id, source, assignedUserId, videoId }, page)
  }
}
