import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import type { ConnectionOf } from '../graphql/connection.js'
import { GlossItem } from '../graphql/gloss.js'
import { Job } from '../jobs/job.type.js'
import { jobNode } from '../jobs/job.resolver.js'
import { getJob } from '../jobs/job.service.js'
import { glossOf, type GlossItem as GlossRow } from '../lib/gloss.js'
import { noteOwner } from '../lib/gloss-owner.js'
import { forgetLoaded, load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { parse } from '../lib/validate.js'
import { DateTime, Json } from '../graphql/scalars.js'
import { Persona } from '../personas/persona.type.js'
import { Video } from '../videos/video.type.js'
import { RequestSummaryInput, SaveSummaryInput, UpdateSummaryInput } from './summary.input.js'
import { generateSummarySchema, saveSummarySchema, updateSummarySchema } from './summary.schema.js'
import { Summary, SummaryConnection, SummaryPageArgs } from './summary.type.js'
import { requestSummary } from './summarization.service.js'
import { claimFactsOfSummaries, claimsJsonOfSummaries } from './summary-read.service.js'
import * as summaries from './summary.service.js'

@ArgsType()
class SummariesArgs extends SummaryPageArgs {
  @Field(() => ID, { nullable: true, description: 'Only those of a video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those of a persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only those of a project.' })
  projectId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Only own ones.' })
  mine?: boolean | null
}

@Resolver(() => Summary)
export class SummaryResolver {
  @Query(() => Summary, { nullable: true, description: 'A summary by its id, null when there is none to read.' })
  async summary(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'UUID.' }) id: string,
  ): Promise<Summary | null> {
    return isUuid(id) ? ((await load(ctx, summaries.summariesByIds, normalUuid(id))) ?? null) : null
  }

  @Query(() => SummaryConnection, { description: 'Summaries to be read, newest first.' })
  summaries(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SummariesArgs) args: SummariesArgs,
  ): Promise<ConnectionOf<Summary>> {
    return summaries.pageOfSummaries(ctx, args, summaries.summaryFilter({ ...args }))
  }

  @Mutation(() => Job, { description: 'Lets a model summarize a video for a persona. Poll the job.' })
  async requestSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RequestSummaryInput) input: RequestSummaryInput,
  ): Promise<Job> {
    const { jobId } = await requestSummary(ctx, parse(generateSummarySchema, { ...input }))
    return jobNode(await getJob(ctx, jobId))
  }

  @Mutation(() => Summary, {
    description: 'Makes the summary of a video and persona, or overwrites the given fields of the one there is.',
  })
  async saveSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SaveSummaryInput) input: SaveSummaryInput,
  ): Promise<Summary> {
    const { onlyNew, ...fields } = input
    const id = await summaries.saveSummary(ctx, parse(saveSummarySchema, fields), { onlyNew: onlyNew === true })
    forgetLoaded(ctx)
    return summaries.summaryById(ctx, id)
  }

  @Mutation(() => Summary, { description: 'Changes a summary.' })
  async updateSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateSummaryInput) input: UpdateSummaryInput,
  ): Promise<Summary> {
    const { id, ifVersion, ...changes } = input
    const key = await summaries.updateSummary(ctx, null, id, parse(updateSummarySchema, changes), ifVersion)
    forgetLoaded(ctx)
    return summaries.summaryById(ctx, key)
  }

  @Mutation(() => ID, { description: 'Deletes a summary with its claims and their relations; answers its id.' })
  async deleteSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The summary.' }) id: string,
  ): Promise<string> {
    await summaries.deleteSummary(ctx, { id })
    return id
  }

  @FieldResolver(() => [GlossItem], { description: 'The summary as rich text: a string is one text item.' })
  summaryGloss(@Root() summary: Summary): GlossItem[] {
    const items = glossOf(summary.summary as string | GlossRow[])
    noteOwner(items, summary)
    return items
  }

  @FieldResolver(() => ViewerCan, { description: 'What the viewer may do with it.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'summary' as const, id })
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Version of the form of `claimsJson`; null without claims.',
  })
  async claimsVersion(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<string | null> {
    return (await load(ctx, claimFactsOfSummaries, id)).claimsVersion
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When its claims last changed, or were last extracted or deleted.',
  })
  async claimsExtractedAt(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<string | null> {
    return (await load(ctx, claimFactsOfSummaries, id)).claimsExtractedAt
  }

  @FieldResolver(() => Json, {
    nullable: true,
    description: 'The tree of claims in one document, as REST has it; `claims` and `claimTree` are typed.',
  })
  claimsJson(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<unknown> {
    return load(ctx, claimsJsonOfSummaries, id)
  }
}

@Resolver(() => Video)
export class VideoSummariesResolver {
  @FieldResolver(() => [Summary], {
    description: 'Summaries of the video to be read, newest first; one for each persona.',
  })
  summaries(@Ctx() ctx: GraphQLContext, @Root() video: Video): Promise<Summary[]> {
    return load(ctx, summaries.summariesOfVideos, video.id)
  }
}

@Resolver(() => Persona)
export class PersonaSummariesResolver {
  @FieldResolver(() => [Summary], {
    description: 'Summaries of the persona to be read, newest first; one for each video.',
  })
  summaries(@Ctx() ctx: GraphQLContext, @Root() persona: Persona): Promise<Summary[]> {
    return load(ctx, summaries.summariesOfPersonas, persona.id)
  }
}
