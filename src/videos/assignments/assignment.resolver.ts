import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { readsNode, throughParents } from '../../node-readers.js'
import { load } from '../../lib/load.js'
import { parse } from '../../lib/validate.js'
import { projectParams } from '../../projects/project.shape.js'
import { Project } from '../../projects/project.type.js'
import { VideoAssignment, VideoAssignmentConnection, VideoAssignmentsArgs } from './assignment.type.js'
import { listPage } from '../../lib/page.js'
import * as assignments from './assignment.service.js'
import { Video } from '../video.type.js'

readsNode(
  'VideoAssignment',
  throughParents(assignments.assignmentsOfVideos, (found) => found),
)

@Resolver(() => VideoAssignment)
export class AssignmentResolver {
  @Query(() => VideoAssignmentConnection, {
    description:
      'The assignments of videos to a project, newest first. For ' +
      'anyone with a role in the project, and administrators.',
  })
  videoAssignments(
    @Ctx() ctx: GraphQLContext,
    @Args(() => VideoAssignmentsArgs) { filter, ...page }: VideoAssignmentsArgs,
    @Arg('projectId', () => ID, { description: 'ID of the project, a UUID.' }) projectId: string,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return listPage(page, assignments.listAssignments(ctx, { ...filter, ...parse(projectParams, { projectId }) }))
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
    @Args(() => VideoAssignmentsArgs) { filter, ...page }: VideoAssignmentsArgs,
  ): Promise<ConnectionOf<VideoAssignment>> {
    return listPage(page, assignments.listAssignments(ctx, { ...filter, projectId: project.id }))
  }
}
