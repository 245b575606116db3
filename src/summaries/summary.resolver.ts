import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNodeById } from '../node-readers.js'
import { readValue } from '../documents/document-reading.js'
import { GlossItem } from '../graphql/gloss.js'
import { load } from '../lib/load.js'
import { gloss } from '../lib/schema.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { DateTime } from '../graphql/scalars.js'
import { Persona } from '../personas/persona.type.js'
import { Video } from '../videos/video.type.js'
import { summaryGloss } from './summary.shape.js'
import { Summary } from './summary.type.js'
import { claimFactsOfSummaries } from './summary-read.service.js'
import * as summaries from './summary.service.js'

readsNodeById('Summary', summaries.summariesByIds)

@Resolver(() => Summary)
export class SummaryResolver {
  @Query(() => Summary, {
    nullable: true,
    description: 'The summary with this ID; null when there is none or the caller may not read it.',
  })
  async summary(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the summary, a UUID.' }) id: string,
  ): Promise<Summary | null> {
    return isUuid(id) ? ((await load(ctx, summaries.summariesByIds, normalUuid(id))) ?? null) : null
  }

  @FieldResolver(() => [GlossItem], { name: 'summary', description: summaryGloss.description })
  text(@Root() summary: Summary): unknown {
    return readValue(gloss, summaries.withOwnerOfText(summary).summary)
  }

  @FieldResolver(() => ViewerCan, { description: 'What the caller may do with the summary.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'summary' as const, id })
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Format version of the claims: the one saved with the summary, else `1.0` if it has claims, else null.',
  })
  async claimsVersion(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<string | null> {
    return (await load(ctx, claimFactsOfSummaries, id)).claimsVersion
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      'When its claims were last extracted, changed or deleted; null without claims unless a time was saved.',
  })
  async claimsExtractedAt(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<string | null> {
    return (await load(ctx, claimFactsOfSummaries, id)).claimsExtractedAt
  }
}

@Resolver(() => Video)
export class VideoSummariesResolver {
  @FieldResolver(() => [Summary], {
    description: 'Summaries of the video that the caller may read, one for each persona, newest first.',
  })
  summaries(@Ctx() ctx: GraphQLContext, @Root() video: Video): Promise<Summary[]> {
    return load(ctx, summaries.summariesOfVideos, video.id)
  }
}

@Resolver(() => Persona)
export class PersonaSummariesResolver {
  @FieldResolver(() => [Summary], {
    description: 'Summaries for the persona that the caller may read, one for each video, newest first.',
  })
  summaries(@Ctx() ctx: GraphQLContext, @Root() persona: Persona): Promise<Summary[]> {
    return load(ctx, summaries.summariesOfPersonas, persona.id)
  }
}
