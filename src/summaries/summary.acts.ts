import { Type, type Static } from '@sinclair/typebox'
import { ofReviewState } from '../access/review.shape.js'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes, columnShapes } from '../database/rows/record-schema.js'
import { asSent, named, reference, success } from '../http/answers.js'
import { setEtagOf } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import { jobNode } from '../jobs/job.resolver.js'
import { getJob } from '../jobs/job.service.js'
import { queued } from '../jobs/job.shape.js'
import { Job } from '../jobs/job.type.js'
import { anyId, saidAs, says } from '../lib/described.js'
import { AppError } from '../lib/errors.js'
import { nullable, optional, uuid } from '../lib/schema.js'
import { showsShared } from '../shared-kinds.js'
import { requestSummary } from './summarization.service.js'
import { printedSummaries, printSummary, type PrintedSummary } from './summary-read.service.js'
import * as summaries from './summary.service.js'
import {
  generateSummarySchema,
  keyFrame,
  saveSummarySchema,
  summaryGloss,
  summaryRecord,
  transcript,
  updateSummarySchema,
} from './summary.shape.js'
import { Summary } from './summary.type.js'

const text = Type.String()
const count = Type.Integer()
const time = Type.String({ format: 'date-time' })
/** The tree of claims inside a summary (RF-29); the claims are those of the claim routes. */
const claimsJson = Type.Object({
  version: says('Version of the form of this document.', text),
  claims: says('The claims that are below no other, each with those below it.', Type.Array(reference('Claim'))),
  metadata: says(
    'Counts of the claims.',
    Type.Object({
      extractedAt: says(summaryRecord.fields.claimsExtractedAt.shape.description!, nullable(time)),
      totalClaims: says('Number of claims that are below no other.', count),
      totalSubclaims: says('Number of claims that are below others.', count),
      maxDepth: says('Number of levels of the tree.', count),
    }),
  ),
})

const summary = named(
  'Summary',
  Type.Object({
    ...answerShapes(summaryRecord),
    ...saidAs(columnShapes(summaryRecord), {
      keyFrames: nullable(asSent(Type.Array(keyFrame))),
      transcriptJson: nullable(asSent(transcript)),
      claimsVersion: nullable(text),
      claimsExtractedAt: nullable(time),
    }),
    claimsJson: says(
      'The claims that the caller may read, as one document; null without claims.',
      nullable(claimsJson),
    ),
    summaryGloss,
  }),
)

showsShared('summary', { answer: summary, print: async (ctx, id) => (await printSummary(ctx, { id })).text })

const ranges: Record<string, string> = {
  frameSampleRate: 'must be between 1 and 10',
  maxFrames: 'must be between 1 and 100',
}

/** Returns the error of this route, which names the invalid field in the member `error` (SU-03). */
function generateRefusal(error: Error): Error {
  if (!(error instanceof AppError) || !error.details) return error
  const details = error.details.map(({ field, message }) => ({
    field,
    message: /at (least|most)/.test(message) ? (ranges[field] ?? message) : message,
  }))
  const first = details[0]
  const text = `Validation error: ${first?.field ?? ''} ${first?.message ?? ''}`
  return new AppError('VALIDATION_ERROR', text, { details, extra: { error: text } })
}

async function sendSummary({ reply }: Reply, { version, text }: PrintedSummary, status = 200) {
  await setEtagOf(reply, version, text)
  return sendJson(reply, text, status)
}

/** Sends a summary that the caller has just written, even if they may no longer read it. */
const sendWritten = async (to: Reply, id: string, status = 200) =>
  sendSummary(to, await printSummary(to.ctx, { id }, true), status)

const ofVideo = { videoId: says('ID of the video.', anyId(Type.String())) }
const pair = { ...ofVideo, personaId: says('ID of the persona.', uuid) }
const one = { id: says('ID of the summary.', anyId(Type.String())) }

/** A summary is read by its video and persona. */
function locatedByPair(_id: string, body: unknown): string {
  const { videoId, personaId } = body as Static<typeof saveSummarySchema>
  return `/api/videos/${encodeURIComponent(videoId)}/summaries/${personaId}`
}

export const summaryActs: Acts = {
  tag: 'Summaries',
  acts: [
    act({
      says:
        'Starts a job in which a model summarizes a video for a persona; the result overwrites the ' +
        'summary they have, except its comment and claims. Poll the job. Refused with CONFLICT when ' +
        'the caller may not change that summary, its project is archived, or a person has written it (`onEdited`).',
      rest: 'POST /api/videos/summaries/generate',
      body: generateSummarySchema,
      refusal: generateRefusal,
      run: async (ctx, { body }) => {
        const { jobId } = await requestSummary(ctx, body)
        return { jobId, status: 'queued', videoId: body.videoId, personaId: body.personaId }
      },
      status: 202,
      answer: Type.Object({ ...queued, ...saidAs(columnShapes(summaryRecord), { videoId: text, personaId: text }) }),
      refuses: [404],
      mutation: {
        name: 'requestSummary',
        input: 'Which video a model is to summarize for which persona, and the settings of the analysis.',
        payload: { job: () => Job },
        node: async (ctx, { jobId }) => jobNode(await getJob(ctx, jobId)),
      },
    }),
    listAct({
      says: 'Lists the summaries of a video that the caller may read.',
      rest: 'GET /api/videos/:videoId/summaries',
      id: 'listSummaries',
      params: ofVideo,
      query: Type.Object({ reviewState: ofReviewState('summaries') }),
      item: summary,
      list: (ctx, { videoId, query }) => printedSummaries(ctx, videoId, query.reviewState),
    }),
    act({
      says: 'Returns the summary of a video for a persona.',
      rest: 'GET /api/videos/:videoId/summaries/:personaId',
      id: 'getSummary',
      params: pair,
      run: (ctx, { videoId, personaId }) => printSummary(ctx, { videoId, personaId }),
      answer: summary,
      send: (to, printed) => sendSummary(to, printed),
    }),
    act({
      says: 'Deletes a summary with its claims and their relations.',
      rest: 'DELETE /api/videos/:videoId/summaries/:personaId',
      versioned: true,
      params: pair,
      run: (ctx, { videoId, personaId, ifVersion }) => summaries.deleteSummary(ctx, { videoId, personaId }, ifVersion),
      answer: success,
      send: () => ({ success: true }),
      mutation: {
        name: 'deleteSummary',
        own: one,
        run: (ctx, { id, ifVersion }) => summaries.deleteSummary(ctx, { id }, ifVersion),
        input: 'The summary to delete.',
        deletes: true,
      },
    }),
    act({
      says:
        'Creates the summary of a video and persona or, if there is one, overwrites the given ' +
        'fields. Refused with CONFLICT when the caller may not change that summary.',
      rest: 'POST /api/summaries',
      body: saveSummarySchema,
      run: (ctx, { body }) => summaries.saveSummary(ctx, body),
      status: 201,
      located: locatedByPair,
      answer: summary,
      refuses: [404],
      send: (to, id) => sendWritten(to, id, 201),
      mutation: {
        name: 'saveSummary',
        input:
          'The summary of a video and persona, to be created or, if there is ' +
          'one, changed: absent fields stay, null clears.',
        own: {
          onlyNew: optional(
            says(
              'Only create: refuse with PRECONDITION_FAILED if this video and persona have a summary.',
              Type.Boolean(),
            ),
          ),
        },
        run: (ctx, { body, onlyNew }) => summaries.saveSummary(ctx, body, { onlyNew: onlyNew === true }),
        payload: { summary: () => Summary },
        node: (ctx, id) => summaries.summaryById(ctx, id),
      },
    }),
    act({
      says: 'Changes the given fields of a summary.',
      rest: 'PUT /api/videos/:videoId/summaries/:summaryId',
      versioned: true,
      params: { ...ofVideo, summaryId: says('ID of the summary, or of its persona.', uuid) },
      body: updateSummarySchema,
      run: (ctx, { videoId, summaryId, body, ifVersion }) =>
        summaries.updateSummary(ctx, videoId, summaryId, body, ifVersion),
      answer: summary,
      send: (to, id) => sendWritten(to, id),
      mutation: {
        name: 'updateSummary',
        input: 'Changes to a summary: absent fields stay as they are, null clears a field; `summary` cannot be null.',
        own: one,
        run: (ctx, { id, body, ifVersion }) => summaries.updateSummary(ctx, null, id, body, ifVersion),
        payload: { summary: () => Summary },
        node: (ctx, id) => summaries.summaryById(ctx, id),
      },
    }),
  ],
}
