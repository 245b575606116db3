import { chainOf, document, number, plain, plainOrNull, text, timestamp } from '../database/print.js'

/** The members of a claim in the form of the routes, over the alias c; `subclaims` follows when the tree is put together. */
export const claimMembers = chainOf({
  id: plain('c.id'),
  summaryId: plain('c.summary_id'),
  summaryType: plain('c.summary_type'),
  text: text('c.text'),
  gloss: document('c.gloss'),
  parentClaimId: plainOrNull('c.parent_claim_id'),
  textSpans: document('c.text_spans'),
  claimerType: text('c.claimer_type'),
  claimerGloss: document('c.claimer_gloss'),
  claimRelation: document('c.claim_relation'),
  claimEventId: text('c.claim_event_id'),
  claimTimeId: text('c.claim_time_id'),
  claimLocationId: text('c.claim_location_id'),
  confidence: number('c.confidence'),
  modelUsed: text('c.model_used'),
  extractionStrategy: text('c.extraction_strategy'),
  audio: document('c.audio'),
  video: document('c.video'),
  metadata: document('c.metadata'),
  comment: text('c.comment'),
  createdBy: plainOrNull('c.created_by'),
  projectId: plainOrNull('c.project_id'),
  createdAt: timestamp('c.created_at'),
  updatedAt: timestamp('c.updated_at'),
})

export interface ClaimText {
  id: string
  parentId: string | null
  /** Members without braces. */
  text: string
}

export interface ClaimForest {
  /** JSON array text of the roots with their nested `subclaims`. */
  text: string
  roots: number
  total: number
  /** Levels of the deepest branch; 0 without claims. */
  depth: number
}

/** Rows in their order within each level become nested text. Iterative: a tree may be of any depth. A claim whose parent is not among the rows is a root. */
export function nestClaims(rows: readonly ClaimText[]): ClaimForest {
  const children = new Map<string, ClaimText[]>()
  const known = new Set(rows.map((row) => row.id))
  const roots: ClaimText[] = []
  for (const row of rows) {
    if (row.parentId === null || !known.has(row.parentId)) roots.push(row)
    else {
      const siblings = children.get(row.parentId)
      if (siblings) siblings.push(row)
      else children.set(row.parentId, [row])
    }
  }
  let text = '['
  let depth = 0
  const open: { rows: readonly ClaimText[]; next: number }[] = [{ rows: roots, next: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const row = level.rows[level.next]
    if (!row) {
      open.pop()
      text += open.length ? ']}' : ']'
      continue
    }
    text += `${level.next ? ',' : ''}{${row.text},"subclaims":[`
    level.next++
    if (open.length > depth) depth = open.length
    const below = children.get(row.id)
    if (below) open.push({ rows: below, next: 0 })
    else text += ']}'
  }
  return { text, roots: roots.length, total: rows.length, depth }
}
