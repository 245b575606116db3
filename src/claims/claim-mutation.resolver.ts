import { Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { jobNode } from '../jobs/job.resolver.js'
import { getJob } from '../jobs/job.service.js'
import { Job } from '../jobs/job.type.js'
import { notFound } from '../lib/errors.js'
import { forgetLoaded } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { ExtractClaimsInput, GenerateClaimsInput, SynthesizeSummaryInput } from './claim-job.input.js'
import {
  CreateClaimForVideoInput,
  CreateClaimInput,
  CreateClaimRelationInput,
  CreateClaimsInput,
  UpdateClaimInput,
} from './claim.input.js'
import {
  bulkClaimsSchema,
  createClaimSchema,
  extractSchema,
  generateClaimsSchema,
  relationSchema,
  synthesizeSchema,
  updateClaimSchema,
} from './claim.schema.js'
import { takeFromBucket as limited } from '../access/claims-limit.js'
import * as claims from './claim.service.js'
import { Claim, ClaimRelation } from './claim.type.js'
import { requestExtraction, requestGeneration } from './extraction.service.js'
import { createClaimForPair } from './pair-claim.service.js'
import * as relations from './relation.service.js'
import { requestSynthesis } from './synthesis.service.js'

async function claimNode(ctx: GraphQLContext, id: string): Promise<Claim> {
  forgetLoaded(ctx)
  const [claim] = await claims.claimsByIds(ctx, [id])
  if (!claim) throw notFound('Claim')
  return claim
}

/** The same operations as the REST routes, counted in the same rate limits (L-01). */
@Resolver(() => Claim)
export class ClaimMutationResolver {
  @Mutation(() => Claim, { description: 'Adds a claim to a summary.' })
  async createClaim(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateClaimInput) input: CreateClaimInput,
  ): Promise<Claim> {
    await limited(ctx, 'claims')
    const { summaryId, ...claim } = input
    const { id } = await claims.createClaim(ctx, summaryId, parse(createClaimSchema, claim))
    return claimNode(ctx, id)
  }

  @Mutation(() => Claim, {
    description:
      'Adds a claim to the summary of a video and persona; if they have none, one with empty text is ' +
      'created. Refused with CONFLICT when the caller may not read their summary.',
  })
  async createClaimForVideo(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateClaimForVideoInput) input: CreateClaimForVideoInput,
  ): Promise<Claim> {
    await limited(ctx, 'claims')
    const { videoId, personaId, ...claim } = input
    const { id } = await createClaimForPair(ctx, videoId, personaId, parse(createClaimSchema, claim))
    return claimNode(ctx, id)
  }

  @Mutation(() => [ID], {
    description: 'Adds up to 1000 claims to a summary, all or none; returns their IDs in input order.',
  })
  async createClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateClaimsInput) input: CreateClaimsInput,
  ): Promise<string[]> {
    await limited(ctx, 'claims')
    const given = parse(bulkClaimsSchema, { claims: input.claims.map((claim) => ({ ...claim })) })
    return claims.createClaims(ctx, input.summaryId, given.claims)
  }

  @Mutation(() => Claim, {
    description: 'Changes the given fields of a claim. It cannot be moved below itself or into another summary.',
  })
  async updateClaim(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateClaimInput) input: UpdateClaimInput,
  ): Promise<Claim> {
    await limited(ctx, 'claims')
    const { id, ifVersion, ...changes } = input
    await claims.updateClaim(ctx, id, parse(updateClaimSchema, changes), {
      ...(typeof ifVersion === 'number' && { ifVersion }),
    })
    return claimNode(ctx, id)
  }

  @Mutation(() => Int, {
    description: 'Deletes a claim with everything below it; returns how many claims below it were deleted.',
  })
  async deleteClaim(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the claim.' }) id: string,
    @Arg('ifVersion', () => Int, {
      nullable: true,
      description: 'Refuse the deletion with PRECONDITION_FAILED unless the row is at this version.',
    })
    ifVersion?: number | null,
  ): Promise<number> {
    await limited(ctx, 'claims')
    forgetLoaded(ctx)
    return claims.deleteClaim(ctx, id, typeof ifVersion === 'number' ? { ifVersion } : {})
  }

  @Mutation(() => Int, { description: 'Deletes all claims of a summary; returns how many were deleted.' })
  async deleteClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('summaryId', () => ID, { description: 'ID of the summary.' }) summaryId: string,
  ): Promise<number> {
    await limited(ctx, 'claims')
    forgetLoaded(ctx)
    return claims.deleteClaims(ctx, summaryId)
  }

  @Mutation(() => ClaimRelation, {
    description:
      'Relates a claim that the caller may change to another that the caller may read. Refused with CONFLICT ' +
      'when the source is already related to the target, or the target to the source by the same type.',
  })
  async createClaimRelation(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateClaimRelationInput) input: CreateClaimRelationInput,
  ): Promise<ClaimRelation> {
    await limited(ctx, 'relations')
    const { sourceClaimId, ...relation } = input
    forgetLoaded(ctx)
    return relations.createRelation(ctx, sourceClaimId, parse(relationSchema, relation))
  }

  @Mutation(() => ID, { description: 'Deletes a relation between claims; returns its ID.' })
  async deleteClaimRelation(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the relation.' }) id: string,
  ): Promise<string> {
    await limited(ctx, 'relations')
    forgetLoaded(ctx)
    await relations.deleteRelation(ctx, id)
    return id
  }

  @Mutation(() => Job, {
    description:
      'Starts a job in which a model extracts claims from the text of a summary and adds them. Poll the job.',
  })
  async extractClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => ExtractClaimsInput) { summaryId, ...input }: ExtractClaimsInput,
  ): Promise<Job> {
    await limited(ctx, 'extraction')
    const { jobId } = await requestExtraction(ctx, summaryId, parse(extractSchema, input))
    return jobNode(await getJob(ctx, jobId))
  }

  @Mutation(() => Job, {
    description:
      'Starts a job in which a model generates claims for a summary, from its ' +
      'text, annotations or types, and adds them. Poll the job.',
  })
  async generateClaims(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => GenerateClaimsInput) { summaryId, inputSources, ...input }: GenerateClaimsInput,
  ): Promise<Job> {
    await limited(ctx, 'extraction')
    const given = parse(generateClaimsSchema, { ...input, ...(inputSources && { inputSources: { ...inputSources } }) })
    const { jobId } = await requestGeneration(ctx, summaryId, given)
    return jobNode(await getJob(ctx, jobId))
  }

  @Mutation(() => Job, {
    description:
      'Starts a job in which a model rewrites the text of a summary from its claims. Poll the job. Refused with ' +
      'CONFLICT when a person has written the text (`onEdited`).',
  })
  async synthesizeSummary(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SynthesizeSummaryInput) { summaryId, ...input }: SynthesizeSummaryInput,
  ): Promise<Job> {
    await limited(ctx, 'synthesis')
    const { jobId } = await requestSynthesis(ctx, summaryId, parse(synthesizeSchema, input))
    return jobNode(await getJob(ctx, jobId))
  }
}
