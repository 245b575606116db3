import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { Project } from '../projects/project.type.js'
import { VideoAssignment } from '../videos/assignments/assignment.type.js'
import { progressOfProjects, progressOfVideos } from './review.service.js'
import { ReviewProgress } from './review.type.js'

@Resolver(() => Project)
export class ProjectReviewsResolver {
  @FieldResolver(() => [ReviewProgress], {
    description:
      'How far the review of its content is: how many of the annotations, claims and summaries of each person are ' +
      'open, accepted and rejected, as far as the caller may read them.',
  })
  reviewProgress(@Ctx() ctx: GraphQLContext, @Root() project: Project): Promise<ReviewProgress[]> {
    return load(ctx, progressOfProjects, project.id)
  }
}

@Resolver(() => VideoAssignment)
export class AssignmentReviewsResolver {
  @FieldResolver(() => [ReviewProgress], {
    description:
      'How far the review of what the project has about the video is: how many of the annotations, claims and ' +
      'summaries of each person are open, accepted and rejected, as far as the caller may read them.',
  })
  reviewProgress(
    @Ctx() ctx: GraphQLContext,
    @Root() { projectId, videoId }: VideoAssignment,
  ): Promise<ReviewProgress[]> {
    return load(ctx, progressOfVideos, { projectId, videoId })
  }
}
