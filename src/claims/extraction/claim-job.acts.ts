import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { message } from '../../http/answers.js'
import { jobNode } from '../../jobs/job.resolver.js'
import { getJob } from '../../jobs/job.service.js'
import { queued } from '../../jobs/job.shape.js'
import { Job } from '../../jobs/job.type.js'
import { says } from '../../lib/described.js'
import { uuid } from '../../lib/schema.js'
import { extractSchema, generateClaimsSchema, synthesizeSchema } from './claim-job.shape.js'
import { requestExtraction, requestGeneration, requestSynthesis } from './claim-job.service.js'

const job = async (ctx: GraphQLContext, { jobId }: { jobId: string }) => jobNode(await getJob(ctx, jobId))

/** Returns the answer of the route when the job is queued. */
const started = (message: string, summaryId: string, { jobId }: { jobId: string }) => ({
  jobId,
  status: 'queued',
  message,
  summaryId,
})
const accepted = {
  status: 202,
  answer: Type.Object({ ...queued, ...message.properties, summaryId: says('ID of the summary.', uuid) }),
} as const

export const claimJobActs: Acts = {
  tag: 'Claims',
  acts: [
    act({
      says: 'Starts a job in which a model extracts claims from the text of a summary and adds them. Poll the job.',
      rest: 'POST /api/summaries/:summaryId/claims/extract',
      limit: 'extraction',
      params: { summaryId: says('ID of the summary; refused if it has no text.', uuid) },
      body: extractSchema,
      run: async (ctx, { summaryId, body }) =>
        started('Claim extraction job started', summaryId, await requestExtraction(ctx, summaryId, body)),
      ...accepted,
      mutation: {
        name: 'extractClaims',
        input: 'The settings with which a model is to extract claims from the text of a summary.',
        sentAs: { summary: 'summaryId' },
        payload: { job: () => Job },
        node: job,
      },
    }),
    act({
      says:
        'Starts a job in which a model generates claims for a summary, from its text, annotations or types, and adds ' +
        'them. Poll the job.',
      rest: 'POST /api/summaries/:summaryId/claims/generate',
      limit: 'extraction',
      params: { summaryId: says('ID of the summary.', uuid) },
      body: generateClaimsSchema,
      run: async (ctx, { summaryId, body }) =>
        started('Claim generation job started', summaryId, await requestGeneration(ctx, summaryId, body)),
      ...accepted,
      mutation: {
        name: 'generateClaims',
        input: 'The settings with which a model is to generate claims for a summary.',
        sentAs: { summary: 'summaryId' },
        payload: { job: () => Job },
        node: job,
      },
    }),
    act({
      says:
        'Starts a job in which a model rewrites the text of a summary from its claims. Poll the job. Refused with ' +
        'CONFLICT when a person has written the text (`onEdited`).',
      rest: 'POST /api/summaries/:summaryId/synthesize',
      limit: 'synthesis',
      params: { summaryId: says('ID of the summary, whose text is overwritten; refused if it has no claims.', uuid) },
      body: synthesizeSchema,
      run: async (ctx, { summaryId, body }) =>
        started('Summary synthesis job started', summaryId, await requestSynthesis(ctx, summaryId, body)),
      ...accepted,
      mutation: {
        name: 'synthesizeSummary',
        input: 'The settings with which a model is to rewrite a summary from its claims.',
        payload: { job: () => Job },
        node: job,
      },
    }),
  ],
}
