import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { PageArgs, type ConnectionOf } from '../graphql/connection.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { Summary } from '../summaries/summary.type.js'
import {
  Claim,
  ClaimConnection,
  ClaimPageArgs,
  ClaimRelation,
  ClaimTreeConnection,
  type ClaimTreeItem,
} from './claim.type.js'
import { claimCountsOfSummaries, claimsOfSummaries, claimsByIds } from './claim.service.js'
import { pageOfClaims, pageOfTree } from './claim-page.service.js'
import { relationsOfClaims } from './relation.service.js'
import { sameClaims } from './same-claims.service.js'

@Resolver(() => Summary)
export class SummaryClaimsResolver {
  @FieldResolver(() => [Claim], {
    description: 'Root claims with everything below them, oldest first: one statement for whole trees.',
  })
  async claims(@Ctx() ctx: GraphQLContext, @Root() summary: Summary): Promise<Claim[]> {
    return (await load(ctx, claimsOfSummaries, summary.id)).roots
  }

  @FieldResolver(() => ClaimTreeConnection, { description: 'The tree flat and in order, for trees of any depth.' })
  claimTree(
    @Ctx() ctx: GraphQLContext,
    @Root() summary: Summary,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('depth', () => Int, { nullable: true, description: 'Levels at most; all when absent.' }) depth?: number,
  ): Promise<ConnectionOf<ClaimTreeItem>> {
    return pageOfTree(ctx, summary.id, page, depth ?? null)
  }

  @FieldResolver(() => Int, { description: 'How many claims it has at any depth.' })
  claimCount(@Ctx() ctx: GraphQLContext, @Root() summary: Summary): Promise<number> {
    return load(ctx, claimCountsOfSummaries, summary.id)
  }
}

@Resolver(() => Claim)
export class ClaimResolver {
  @Query(() => Claim, { nullable: true, description: 'A claim by its id, null when there is none to read.' })
  async claim(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'UUID.' }) id: string,
  ): Promise<Claim | null> {
    return isUuid(id) ? ((await load(ctx, claimsByIds, normalUuid(id))) ?? null) : null
  }

  @Query(() => ClaimConnection, { description: 'Claims to be read of one summary or of all, oldest first, flat.' })
  claims(
    @Ctx() ctx: GraphQLContext,
    @Args(() => ClaimPageArgs) page: ClaimPageArgs,
    @Arg('summaryId', () => ID, { nullable: true, description: 'Only those of a summary.' }) summaryId?: string,
    @Arg('search', () => String, { nullable: true, description: 'Only those whose text or gloss contains this.' })
    search?: string,
    @Arg('minConfidence', () => Number, { nullable: true, description: 'Only those at least this certain.' })
    minConfidence?: number,
    @Arg('strategy', () => String, { nullable: true, description: 'Only those extracted this way.' }) strategy?: string,
    @Arg('model', () => String, { nullable: true, description: 'Only those this model extracted.' }) model?: string,
  ): Promise<ConnectionOf<Claim>> {
    const given = { summaryId, search, minConfidence, strategy, model }
    return pageOfClaims(
      ctx,
      page,
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)),
    )
  }

  @Query(() => [[ID]], {
    description:
      'Pairs of a claim of each of two summaries that say the same in other words, as a model service judges of the oldest 250 of each that may be read; none where it cannot compare sentences.',
  })
  sameClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('summaryId', () => ID, { description: 'The summary of the first of each pair.' }) summaryId: string,
    @Arg('otherSummaryId', () => ID, { description: 'The summary of the second.' }) otherSummaryId: string,
  ): Promise<[string, string][]> {
    return sameClaims(ctx, summaryId, otherSummaryId)
  }

  @FieldResolver(() => ViewerCan, { description: 'What the viewer may do with it.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Claim): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'claim' as const, id })
  }

  @FieldResolver(() => [Claim], { description: 'Claims directly below it, oldest first.' })
  subclaims(
    @Ctx() ctx: GraphQLContext,
    @Root() claim: Claim & { subclaims?: Claim[] | null },
  ): Claim[] | Promise<Claim[]> {
    // A claim that came with its tree carries them already: no promise for each of thousands.
    return (
      claim.subclaims ??
      load(ctx, claimsOfSummaries, claim.summaryId).then(({ known }) => known.get(claim.id)?.subclaims ?? [])
    )
  }

  @FieldResolver(() => [ClaimRelation], { description: 'Relations that start from it, to claims the caller may read.' })
  async outgoing(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<ClaimRelation[]> {
    return (await load(ctx, relationsOfClaims, claim.id)).outgoing
  }

  @FieldResolver(() => [ClaimRelation], { description: 'Relations that point to it, from claims the caller may read.' })
  async incoming(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<ClaimRelation[]> {
    return (await load(ctx, relationsOfClaims, claim.id)).incoming
  }
}
