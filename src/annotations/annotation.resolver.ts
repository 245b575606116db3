import { Arg, Args, Ctx, FieldResolver, Float, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { validation } from '../lib/errors.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { Video } from '../videos/video.type.js'
import { annotationFilter, pageOfAnnotations } from './lists/annotation-list.service.js'
import { targetsOfLabels } from './annotation-target.service.js'
import * as annotations from './annotation.service.js'
import {
  Annotation,
  AnnotationBox,
  AnnotationConnection,
  AnnotationsArgs,
  AnnotationTarget,
  Box,
  BoxSequence,
} from './annotation.type.js'
import { boxesAtTimes } from './lists/boxes-at.service.js'
import { boxAt, boxesBetween } from './sequences/sequence.js'

const mostBoxes = 10_000

readsNodeById('Annotation', annotations.annotationsByIds)

@Resolver(() => Annotation)
export class AnnotationResolver {
  @Query(() => Annotation, {
    nullable: true,
    description: 'The annotation with an ID; null if there is none that the viewer may read.',
  })
  async annotation(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the annotation, a UUID.' }) id: string,
  ): Promise<Annotation | null> {
    return isUuid(id) ? found(ctx, normalUuid(id)) : null
  }

  @FieldResolver(() => ViewerCan, { description: 'What the viewer may do with the annotation.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Annotation): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'annotation' as const, id })
  }

  @FieldResolver(() => BoxSequence, {
    description: 'The bounding-box sequence as it was sent; wrong frame counters in it are corrected.',
  })
  frames(@Ctx() ctx: GraphQLContext, @Root() annotation: Annotation): Promise<unknown> {
    return load(ctx, annotations.framesOfAnnotations, annotation.id)
  }

  @FieldResolver(() => Box, {
    nullable: true,
    description:
      'The box on a frame, stored or interpolated, with `visible: false` in a gap; null ' +
      'where no box is stored and the frame is not between two keyframes.',
  })
  async boxAt(
    @Ctx() ctx: GraphQLContext,
    @Root() annotation: Annotation,
    @Arg('frame', () => Int, { description: 'Number of the frame, counted from 0.' }) frame: number,
  ): Promise<Box | null> {
    return boxAt(await load(ctx, annotations.framesOfAnnotations, annotation.id), frame)
  }

  @FieldResolver(() => [Box], {
    description:
      'The boxes, stored or interpolated, on the frames `from`, `from` + `step` and so on up to `to`; ' +
      `frames without a box are left out. More than ${mostBoxes} frames are refused.`,
  })
  async boxes(
    @Ctx() ctx: GraphQLContext,
    @Root() annotation: Annotation,
    @Arg('from', () => Int, {
      nullable: true,
      description: 'Number of the first frame, counted from 0; that of the first stored box by default.',
    })
    from?: number,
    @Arg('to', () => Int, {
      nullable: true,
      description: 'Number of the last frame, included; that of the last stored box by default.',
    })
    to?: number,
    @Arg('step', () => Int, {
      nullable: true,
      description: 'Number of frames from one box to the next, at least 1; 1 by default.',
    })
    step?: number,
  ): Promise<Box[]> {
    const [first, last, by] = [from ?? annotation.firstFrame ?? 0, to ?? annotation.lastFrame ?? 0, step ?? 1]
    if (by < 1) throw validation([{ field: 'step', message: 'must be at least 1' }])
    const frames = (Math.min(last, annotation.lastFrame ?? -1) - Math.max(first, annotation.firstFrame ?? 0)) / by
    if (frames >= mostBoxes)
      throw validation([{ field: 'to', message: `must not ask for more than ${mostBoxes} frames` }])
    // Charge the budget before the sequence is read or a box computed: a short query can ask for thousands of boxes.
    if (frames >= 0) ctx.budget.announceObjects(Math.floor(frames) + 1)
    return boxesBetween(await load(ctx, annotations.framesOfAnnotations, annotation.id), first, last, by)
  }

  @FieldResolver(() => AnnotationTarget, {
    nullable: true,
    description:
      'The ontology type or world object that `label` names; null for free ' +
      'text and for what is gone or not readable to the viewer.',
  })
  target(@Ctx() ctx: GraphQLContext, @Root() annotation: Annotation): Promise<typeof AnnotationTarget | null> {
    const { type, isObject, linkType, label, personaId, createdByUserId, projectId } = annotation
    const labelled = { type, isObject, linkType, label, personaId, createdByUserId, projectId }
    return load(ctx, targetsOfLabels, labelled) as Promise<typeof AnnotationTarget | null>
  }
}

@Resolver(() => Video)
export class VideoAnnotationsResolver {
  @FieldResolver(() => AnnotationConnection, {
    description:
      'The annotations of the video that the viewer may read (own, project-readable and shared), oldest first.',
  })
  annotations(
    @Ctx() ctx: GraphQLContext,
    @Root() video: Video,
    @Args(() => AnnotationsArgs) { filter, ...args }: AnnotationsArgs,
  ): Promise<ConnectionOf<Annotation>> {
    const page = pageOfAnnotations(ctx, { videoId: video.id }, args, annotationFilter({ ...filter }))
    return page as Promise<ConnectionOf<Annotation>>
  }

  @FieldResolver(() => [AnnotationBox], {
    nullable: true,
    description:
      'The visible boxes on the frame that is shown at a time, those of the oldest ' +
      'annotations first; null while the file has not been probed and if it is not a ' +
      'readable video. COST_LIMIT if more than 1,000 annotations reach over the frame.',
  })
  boxesAt(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Arg('time', () => Float, { description: 'Time from the start of the video, in seconds.' }) time: number,
  ): Promise<AnnotationBox[] | null> {
    return load(ctx, boxesAtTimes, { videoId: id, time })
  }
}

async function found(ctx: GraphQLContext, id: string): Promise<Annotation | null> {
  return ((await load(ctx, annotations.annotationsByIds, id)) as Annotation | undefined) ?? null
}
