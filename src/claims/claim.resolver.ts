import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root, type ClassType } from 'type-graphql'
import { ViewerCan } from '../access/viewer-can.type.js'
import { viewerCan } from '../access/viewer-can.service.js'
import type { GraphQLContext } from '../graphql/context.js'
import { readsNode, readsNodeById, throughParents } from '../node-readers.js'
import { load } from '../lib/load.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { typesByKeys } from '../personas/ontology-type.resolver.js'
import { personasByIds } from '../personas/persona.service.js'
import { OntologyType } from '../personas/persona.type.js'
import { summariesByIds } from '../summaries/summary.service.js'
import { Summary } from '../summaries/summary.type.js'
import { claimFilter } from './lists/claim-list.service.js'
import { Claim, ClaimRelation, ClaimTreeArgs, ClaimTreeConnection, ClaimTreeEdge } from './claim.type.js'
import { claimsByIds } from './claim.service.js'
import { claimCountsOfSummaries, claimsOfSummaries, pageOfTree, type TreeEdge } from './lists/claim-tree.service.js'
import { relationsOfClaims } from './relation.service.js'
import { sameClaims } from './extraction/same-claims.service.js'

readsNodeById('Claim', claimsByIds)
readsNode(
  'ClaimRelation',
  throughParents(relationsOfClaims, ({ outgoing }) => outgoing),
)

@Resolver(() => Summary)
export class SummaryClaimsResolver {
  @FieldResolver(() => [Claim], {
    description:
      'Root claims with all their subclaims, oldest first. A claim whose parent the caller may not read is a root.',
  })
  async claims(@Ctx() ctx: GraphQLContext, @Root() summary: Summary): Promise<Claim[]> {
    return (await load(ctx, claimsOfSummaries, summary.id)).roots
  }

  @FieldResolver(() => ClaimTreeConnection, {
    description:
      'The tree of claims as a flat list, each parent before its subclaims, for trees of any depth. With a filter: the ' +
      'claims that pass it, and those above them. Claims with the same parent are in the order `orderBy`, oldest first ' +
      'when absent.',
  })
  claimTree(
    @Ctx() ctx: GraphQLContext,
    @Root() summary: Summary,
    @Args(() => ClaimTreeArgs) args: ClaimTreeArgs,
  ): ReturnType<typeof pageOfTree> {
    return pageOfTree(ctx, summary.id, args, claimFilter(args.filter ?? {}))
  }

  @FieldResolver(() => Int, { description: 'Number of its claims, at any level, that the caller may read.' })
  claimCount(@Ctx() ctx: GraphQLContext, @Root() summary: Summary): Promise<number> {
    return load(ctx, claimCountsOfSummaries, summary.id)
  }
}

@Resolver(() => ClaimTreeEdge)
export class ClaimTreeEdgeResolver {
  @FieldResolver(() => Claim, { description: 'The item.' })
  node(@Ctx() ctx: GraphQLContext, @Root() edge: ClaimTreeEdge): Promise<Claim | undefined> {
    return load(ctx, claimsByIds, (edge as unknown as TreeEdge).claimId)
  }
}

@Resolver(() => ClaimTreeConnection as ClassType)
export class ClaimTreeNodesResolver {
  @FieldResolver(() => [Claim], { description: 'Items of the page, without cursors.' })
  nodes(@Ctx() ctx: GraphQLContext, @Root() { edges }: { edges: TreeEdge[] }): Promise<(Claim | undefined)[]> {
    return Promise.all(edges.map(({ claimId }) => load(ctx, claimsByIds, claimId)))
  }
}

@Resolver(() => ClaimRelation)
export class ClaimRelationResolver {
  @FieldResolver(() => OntologyType, {
    nullable: true,
    description:
      "The relation type, in the ontology of the source claim's persona; null if `relationTypeId` is another word, and " +
      'if the caller may not read the persona.',
  })
  async relationType(@Ctx() ctx: GraphQLContext, @Root() relation: ClaimRelation): Promise<OntologyType | null> {
    const source = await load(ctx, claimsByIds, relation.sourceClaimId)
    const summary = source && (await load(ctx, summariesByIds, source.summaryId))
    const persona = summary?.personaId && (await load(ctx, personasByIds, summary.personaId))
    return persona
      ? load(ctx, typesByKeys, { personaId: persona.id, kind: 'relation', typeId: relation.relationTypeId })
      : null
  }
}

@Resolver(() => Claim)
export class ClaimResolver {
  @Query(() => Claim, {
    nullable: true,
    description: 'The claim with this ID; null when there is none or the caller may not read it.',
  })
  async claim(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the claim, a UUID.' }) id: string,
  ): Promise<Claim | null> {
    return isUuid(id) ? ((await load(ctx, claimsByIds, normalUuid(id))) ?? null) : null
  }

  @Query(() => [[ID]], {
    description:
      'Pairs of claim IDs, one of each summary, whose claims say the same in other words, as ' +
      'judged by a model service. Compares the oldest 250 claims of each summary that the caller ' +
      'may read; empty when the model service cannot compare sentences.',
  })
  sameClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('summaryId', () => ID, { description: 'ID of the summary of the first claim of each pair.' })
    summaryId: string,
    @Arg('otherSummaryId', () => ID, { description: 'ID of the summary of the second claim of each pair.' })
    otherSummaryId: string,
  ): Promise<[string, string][]> {
    return sameClaims(ctx, summaryId, otherSummaryId)
  }

  @FieldResolver(() => ViewerCan, { description: 'What the caller may do with the claim.' })
  viewerCan(@Ctx() ctx: GraphQLContext, @Root() { id }: Claim): Promise<ViewerCan> {
    return load(ctx, viewerCan, { kind: 'claim' as const, id })
  }

  @FieldResolver(() => [Claim], { description: 'Its direct subclaims that the caller may read, oldest first.' })
  subclaims(
    @Ctx() ctx: GraphQLContext,
    @Root() claim: Claim & { subclaims?: Claim[] | null },
  ): Claim[] | Promise<Claim[]> {
    // A claim that was read with its tree already has its subclaims, which avoids a promise for each of thousands of
    // claims.
    return (
      claim.subclaims ??
      load(ctx, claimsOfSummaries, claim.summaryId).then(({ byId }) => byId.get(claim.id)?.subclaims ?? [])
    )
  }

  @FieldResolver(() => [ClaimRelation], {
    description: 'Relations that start from it, oldest first, where the caller may read the target.',
  })
  async outgoing(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<ClaimRelation[]> {
    return (await load(ctx, relationsOfClaims, claim.id)).outgoing
  }

  @FieldResolver(() => [ClaimRelation], {
    description: 'Relations that point to it, oldest first, where the caller may read the source.',
  })
  async incoming(@Ctx() ctx: GraphQLContext, @Root() claim: Claim): Promise<ClaimRelation[]> {
    return (await load(ctx, relationsOfClaims, claim.id)).incoming
  }
}
