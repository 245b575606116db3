// Reads by REST, each with the reference statement that it is measured against.
import { get } from './compare.mjs'

const claimMembers = {
  id: 'id',
  summaryId: 'summary_id',
  summaryType: 'summary_type',
  text: 'text',
  gloss: 'gloss',
  parentClaimId: 'parent_claim_id',
  textSpans: 'text_spans',
  claimerType: 'claimer_type',
  claimerGloss: 'claimer_gloss',
  claimRelation: 'claim_relation',
  claimEventId: 'claim_event_id',
  claimTimeId: 'claim_time_id',
  claimLocationId: 'claim_location_id',
  confidence: 'confidence',
  modelUsed: 'model_used',
  extractionStrategy: 'extraction_strategy',
  audio: 'audio',
  video: 'video',
  metadata: 'metadata',
  comment: 'comment',
  createdBy: 'created_by',
  projectId: 'project_id',
  reviewState: 'review_state',
  reviewedBy: 'reviewed_by',
  reviewedAt: 'reviewed_at',
  reviewNote: 'review_note',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

/**
 * Returns a statement of nested json_agg over four levels of claims. `members` takes the alias of a claim and returns
 * the arguments of json_build_object for it.
 */
export function nestedClaims(summaryId, members) {
  const level = (depth, condition) => {
    const alias = `c${depth}`
    const below =
      depth === 4 ? `'[]'::json` : `(${level(depth + 1, (next) => `${next}.parent_claim_id = ${alias}.id`)})`
    return `select coalesce(json_agg(json_build_object(${members(alias)}, 'subclaims', ${below})
      order by ${alias}.created_at, ${alias}.id), '[]') from claims ${alias} where ${condition(alias)}`
  }
  return level(1, (alias) => `${alias}.summary_id = '${summaryId}' and ${alias}.parent_claim_id is null`)
}

/** Turns members (name to column, or to an expression of the alias) into arguments of json_build_object. */
export const printed = (members) => (alias) =>
  Object.entries(members)
    .map(([name, from]) => `'${name}', ${typeof from === 'function' ? from(alias) : `${alias}.${from}`}`)
    .join(', ')

/** Returns a statement that selects the columns of members, of all claims of a summary. */
export const claimRows = (summaryId, members) =>
  `select ${Object.values(members)
    .map((from) => (typeof from === 'function' ? from('c') : `c.${from}`))
    .join(', ')} from claims c where c.summary_id = '${summaryId}' order by c.created_at, c.id`

const annotationRows = (videoId) => `select a.id, a.video_id, a.persona_id, a.created_by_user_id, a.project_id, a.stale,
    a.type, a.label, a.link_type, a.number, a.frames, a.confidence, a.source, a.review_state, a.reviewed_by, a.reviewed_at,
    a.review_note, a.created_at, a.updated_at
  from annotations a where a.video_id = '${videoId}' order by a.created_at, a.id`

const windowRows = (videoId) => `select a.id, a.version, a.frames from annotations a
  where a.video_id = '${videoId}' and a.first_frame <= 639 and a.last_frame >= 0 order by a.created_at, a.id`

const annotationsStatement = (videoId) => `select coalesce(json_agg(json_build_object('id', a.id, 'videoId', a.video_id,
  'personaId', a.persona_id, 'userId', a.created_by_user_id, 'createdByUserId', a.created_by_user_id,
  'projectId', a.project_id, 'stale', a.stale,
  'type', a.type, 'label', a.label, 'linkType', a.link_type, 'number', a.number,
  'frames', a.frames, 'confidence', a.confidence, 'source', a.source,
  'reviewState', a.review_state, 'reviewedBy', a.reviewed_by, 'reviewedAt', a.reviewed_at, 'reviewNote', a.review_note,
  'createdAt', a.created_at, 'updatedAt', a.updated_at) order by a.created_at, a.id), '[]')
  from annotations a where a.video_id = '${videoId}'`

/** Returns a statement for the boxes of all sequences as lists of numbers; the window covers the whole video. */
const windowStatement = (videoId) => `select coalesce(json_agg(json_build_object('id', a.id, 'version', a.version,
  'interpolationMode', a.frames -> 'interpolationMode',
  'boxes', (select json_agg(number order by n, k) from json_array_elements(a.frames -> 'boxes') with ordinality e (b, n)
     cross join lateral (values (1, b -> 'frameNumber'), (2, b -> 'x'), (3, b -> 'y'), (4, b -> 'width'), (5, b -> 'height'),
       (6, to_json(1))) v (k, number))) order by a.created_at, a.id), '[]')
  from annotations a where a.video_id = '${videoId}' and a.first_frame <= 639 and a.last_frame >= 0`

const accountStatement = (userId) => `select id, username, email, display_name as "displayName", is_admin as "isAdmin"
  from users where id = '${userId}'`

export const restReads = ({ userId, summaryId, videoId }) => [
  {
    what: 'REST claims, 500 in 4 levels',
    read: get(`/api/summaries/${summaryId}/claims`),
    statement: nestedClaims(summaryId, printed(claimMembers)),
    rows: claimRows(summaryId, claimMembers),
  },
  {
    what: 'REST annotations, 500 sequences of 8 boxes',
    read: get(`/api/annotations/${videoId}`),
    statement: annotationsStatement(videoId),
    rows: annotationRows(videoId),
  },
  {
    what: 'REST boxes of a window, 500 sequences of 8 boxes',
    read: get(`/api/videos/${videoId}/sequences?from=0&to=639`),
    statement: windowStatement(videoId),
    rows: windowRows(videoId),
  },
  {
    what: 'GET /api/auth/me against one row',
    read: get('/api/auth/me', (body) => body.user),
    statement: accountStatement(userId),
    rows: 'select 1',
  },
]
