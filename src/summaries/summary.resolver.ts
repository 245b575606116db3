import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql'
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
  @Field(() => ID, { nullable: true, description: 'Only summaries of this video.' })
  videoId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only summaries for this persona.' })
  personaId?: string | null

  @Field(() => ID, { nullable: true, description: 'Only summaries in this project.' })
  projectId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether to return only summaries that the caller created.' })
  mine?: boolean | null
}

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

  @Query(() => SummaryConnection, {
    description: 'Summaries that the caller may read, newest first unless `orderBy` is given.',
  })
  summaries(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SummariesArgs) args: SummariesArgs,
  ): Promise<ConnectionOf<Summary>> {
    return summaries.pageOfSummaries(ctx, args, summaries.summaryFilter({ ...args }))
  }

  @Mutation(() => Job, {
    description:
      'Starts a job in which a model summarizes a video for a persona; the result overwrites the ' +
      'summary they have, except its comment and claims. Poll the job. Refused with CONFLICT when ' +
      'the caller may not change that summary, its project is archived, or a person has written it (`onEdited`).',
  })
  async requestSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => RequestSummaryInput) input: RequestSummaryInput,
  ): Promise<Job> {
    const { jobId } = await requestSummary(ctx, parse(generateSummarySchema, { ...input }))
    return jobNode(await getJob(ctx, jobId))
  }

  @Mutation(() => Summary, {
    description:
      'Creates the summary of a video and persona or, if there is one, overwrites the given ' +
      'fields. Refused with CONFLICT when the caller may not change that summary.',
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

  @Mutation(() => Summary, { description: 'Changes the given fields of a summary.' })
  async updateSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateSummaryInput) input: UpdateSummaryInput,
  ): Promise<Summary> {
    const { id, ifVersion, ...changes } = input
    const key = await summaries.updateSummary(ctx, null, id, parse(updateSummarySchema, changes), ifVersion)
    forgetLoaded(ctx)
    return summaries.summaryById(ctx, key)
  }

  @Mutation(() => ID, { description: 'Deletes a summary with its claims and their relations; returns its ID.' })
  async deleteSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the summary.' }) id: string,
    @Arg('ifVersion', () => Int, {
      nullable: true,
      description: 'Refuse the deletion with PRECONDITION_FAILED unless the row is at this version.',
    })
    ifVersion?: number | null,
  ): Promise<string> {
    await summaries.deleteSummary(ctx, { id }, ifVersion ?? undefined)
    return id
  }

  @FieldResolver(() => [GlossItem], {
    description: 'The text as rich text; a plain string becomes a single text item.',
  })
  summaryGloss(@Root() summary: Summary): GlossItem[] {
    const items = glossOf(summary.summary as string | GlossRow[])
    noteOwner(items, { createdBy: summary.createdBy, projectId: summary.projectId })
    return items
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

  @FieldResolver(() => Json, {
    nullable: true,
    description:
      'The tree of claims as one JSON document, as in REST; null without ' +
      'claims. `claims` and `claimTree` are the typed forms.',
  })
  claimsJson(@Ctx() ctx: GraphQLContext, @Root() { id }: Summary): Promise<unknown> {
    return load(ctx, claimsJsonOfSummaries, id)
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
