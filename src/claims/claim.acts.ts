import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, reference, successMessage } from '../http/answers.js'
import { below } from '../http/created.js'
import { setEtag, setEtagOf } from '../http/etag.js'
import { returnPreference } from '../http/preference.js'
import { sendJson } from '../http/send.js'
import { withoutEnds, type Chunks } from '../lib/bytes.js'
import { anyId, says } from '../lib/described.js'
import { allOf } from '../lib/page.js'
import { uuid } from '../lib/schema.js'
import { forksShared, showsShared } from '../shared-kinds.js'
import { forkClaim, forkSummary } from './claim-fork.service.js'
import { claimRows } from './claim.plan.js'
import { printAlone, printClaim, printedClaims, type PrintedClaim } from './claim-read.service.js'
import * as claims from './claim.service.js'
import { bulkClaimsSchema, claimBody, claimRecord, listClaimsQuery, updateClaimSchema } from './claim.shape.js'
import { Claim } from './claim.type.js'

const shapes = {
  ...answerShapes(claimRecord),
  subclaims: says('The claims below it, each with those below it.', Type.Array(reference('Claim'))),
}
/** A claim with all its subclaims. */
const claim = named('Claim', Type.Object(shapes))
showsShared('claim', { answer: claim, print: async (ctx, id) => (await printClaim(ctx, id)).text })
forksShared('claim', forkClaim)
// Here, because the claims of a summary are copied with it.
forksShared('summary', forkSummary)

const wholeTree = says('The claims of the summary as trees, with `FRONT_END_COMPATIBILITY`.', Type.Array(claim))
/** The claim; with FRONT_END_COMPATIBILITY also the tree of its summary (C-06). */
const withTree = named('ClaimWithTree', Type.Object({ ...shapes, claims: Type.Optional(wholeTree) }))

const summary = { summaryId: says('ID of the summary.', uuid) }
const one = { claimId: says('ID of the claim.', uuid) }
const oneOfSummary = { ...summary, ...one }

/** Prints a claim that was changed; if it has subclaims, they are read first. */
const printChanged = ({ ctx }: Reply, { isParent, ...written }: claims.ChangedClaim, claimId: string) =>
  isParent ? printClaim(ctx, claimId) : printAlone(written)

async function sendClaim({ reply }: Reply, { text, version }: PrintedClaim) {
  await setEtagOf(reply, version, text)
  return sendJson(reply, text)
}

/**
 * Sends the claim alone; with FRONT_END_COMPATIBILITY also the summary's whole tree, unless the caller sends `Prefer:
 * return=minimal` (C-06).
 */
async function sendWithTree({ request, reply, ctx }: Reply, summaryId: string, text: Chunks, status: number) {
  const minimal = returnPreference(request) === 'minimal'
  if (minimal) reply.header('preference-applied', 'return=minimal')
  if (minimal || !ctx.config.frontEndCompatibility) return sendJson(reply, text, status)
  const list = await printedClaims(ctx, summaryId)
  const whole = await list.print(await allOf(list))
  return sendJson(reply, ['{', ...withoutEnds(text), ',"claims":', ...whole, '}'], status)
}

const deleted = (below: number) => ({ success: true, message: `Claim and ${below} subclaims deleted successfully` })

/** Reads count against a separate limit (L-01). */
const reading = { limit: 'reads' } as const
const writing = { limit: 'claims' } as const
const versioned = { ...writing, versioned: true } as const

/** The documented routes have two forms, `/api/claims/…` and `/api/summaries/…/claims/…`. */
export const claimActs: Acts = {
  tag: 'Claims',
  acts: [
    listAct({
      says: 'Lists the claims of a summary as trees.',
      rest: 'GET /api/summaries/:summaryId/claims',
      id: 'listClaims',
      ...reading,
      params: summary,
      query: listClaimsQuery,
      item: claim,
      list: (ctx, { summaryId, query }) => printedClaims(ctx, summaryId, query),
    }),
    act({
      says: 'Adds a claim to a summary.',
      rest: 'POST /api/summaries/:summaryId/claims',
      ...writing,
      params: summary,
      body: claimBody,
      run: (ctx, { summaryId, body }) => claims.createClaim(ctx, summaryId, body),
      answer: withTree,
      status: 201,
      located: below('/api/claims'),
      send(to, made, { summaryId }) {
        const { text, version } = printAlone(made)
        setEtag(to.reply, version)
        return sendWithTree(to, summaryId, text, 201)
      },
      mutation: {
        name: 'createClaim',
        input: 'A claim to be added to a summary.',
        payload: { claim: () => Claim },
        row: claimRows,
      },
    }),
    act({
      says: 'Deletes all claims of a summary.',
      rest: 'DELETE /api/summaries/:summaryId/claims',
      ...writing,
      params: summary,
      run: (ctx, { summaryId }) => claims.deleteClaims(ctx, summaryId),
      answer: successMessage,
      send: (_to, count) => ({ success: true, message: `Deleted ${count} claims successfully` }),
      mutation: { name: 'deleteClaims', input: 'The summary whose claims to delete.', deletes: true },
    }),
    act({
      says: 'Adds up to 1000 claims to a summary, all or none.',
      rest: 'POST /api/summaries/:summaryId/claims/bulk',
      ...writing,
      params: summary,
      body: bulkClaimsSchema,
      run: (ctx, { summaryId, body }) => claims.createClaims(ctx, summaryId, body.claims),
      answer: Type.Object({
        created: says('Number of claims that were added.', Type.Integer()),
        claimIds: says('IDs of these claims, in the order of the request.', Type.Array(uuid)),
      }),
      status: 201,
      send: ({ reply }, claimIds) => reply.status(201).send({ created: claimIds.length, claimIds }),
      mutation: {
        name: 'createClaims',
        input: 'Up to 1000 claims to be added to a summary, all or none.',
        payload: { claims: { type: () => [Claim], says: 'The claims, in the order of the input.' } },
        node: (ctx, ids) => () => claims.claimsByIds(ctx, ids),
      },
    }),
    act({
      says: 'Returns a claim with the claims below it.',
      rest: 'GET /api/claims/:claimId',
      id: 'getClaim',
      ...reading,
      params: one,
      run: (ctx, { claimId }) => printClaim(ctx, claimId),
      answer: claim,
      send: sendClaim,
    }),
    act({
      says: 'Changes the given fields of a claim. It cannot be moved below itself or into another summary.',
      rest: 'PUT /api/claims/:claimId',
      ...versioned,
      params: one,
      body: updateClaimSchema,
      run: (ctx, { claimId, body, ...options }) => claims.updateClaim(ctx, claimId, body, options),
      answer: claim,
      send: async (to, changed, { claimId }) => sendClaim(to, await printChanged(to, changed, claimId)),
      mutation: {
        name: 'updateClaim',
        input:
          'Changes to a claim: absent fields stay as they are, null clears a field; `text` and `gloss` cannot be null.',
        id: 'claimId',
        payload: { claim: () => Claim },
        row: claimRows,
      },
    }),
    act({
      says: 'Deletes a claim with everything below it.',
      rest: 'DELETE /api/claims/:claimId',
      ...versioned,
      params: one,
      run: (ctx, { claimId, ...options }) => claims.deleteClaim(ctx, claimId, options),
      answer: successMessage,
      send: (_to, below) => deleted(below),
      mutation: { name: 'deleteClaim', id: 'claimId', input: 'The claim to delete.', deletes: true },
    }),
    act({
      says: 'Returns a claim of a summary with the claims below it.',
      rest: 'GET /api/summaries/:summaryId/claims/:claimId',
      id: 'getClaimOfSummary',
      ...reading,
      params: oneOfSummary,
      run: (ctx, { claimId, summaryId }) => printClaim(ctx, claimId, summaryId),
      answer: claim,
      send: sendClaim,
    }),
    act({
      says: 'Changes the given fields of a claim of a summary.',
      rest: 'PUT /api/summaries/:summaryId/claims/:claimId',
      id: 'updateClaimOfSummary',
      ...versioned,
      params: oneOfSummary,
      body: updateClaimSchema,
      run: (ctx, { claimId, summaryId: inSummary, body, ...options }) =>
        claims.updateClaim(ctx, claimId, body, { inSummary, ...options }),
      answer: withTree,
      async send(to, changed, { summaryId, claimId }) {
        const { text, version } = await printChanged(to, changed, claimId)
        setEtag(to.reply, version)
        return sendWithTree(to, summaryId, text, 200)
      },
    }),
    act({
      says: 'Deletes a claim of a summary with everything below it.',
      rest: 'DELETE /api/summaries/:summaryId/claims/:claimId',
      id: 'deleteClaimOfSummary',
      ...versioned,
      params: oneOfSummary,
      run: (ctx, { claimId, summaryId: inSummary, ...options }) =>
        claims.deleteClaim(ctx, claimId, { inSummary, ...options }),
      answer: successMessage,
      send: (_to, below) => deleted(below),
    }),
    act({
      says:
        'Adds a claim to the summary of a video and persona; if they have none, one with empty text is ' +
        'created. Refused with CONFLICT when the caller may not read their summary.',
      rest: 'POST /api/videos/:videoId/personas/:personaId/claims',
      ...writing,
      params: { videoId: anyId(says('ID of the video.', Type.String())), personaId: says('ID of the persona.', uuid) },
      body: claimBody,
      run: (ctx, { videoId, personaId, body }) => claims.createClaimForPair(ctx, videoId, personaId, body),
      answer: Type.Object({ claim: says('The claim that was added.', claim), ...summary }),
      status: 201,
      located: below('/api/claims'),
      send({ reply }, { summaryId, ...made }) {
        const { text, version } = printAlone(made)
        setEtag(reply, version)
        return sendJson(reply, ['{"claim":', ...text, `,"summaryId":"${summaryId}"}`], 201)
      },
      mutation: {
        name: 'createClaimForVideo',
        input: 'A claim to be added to the summary of a video and persona, which is created if there is none.',
        payload: { claim: () => Claim },
        row: claimRows,
      },
    }),
  ],
}
