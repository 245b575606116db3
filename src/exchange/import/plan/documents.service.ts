import type pg from 'pg'
import { measureSequence, corrected } from '../../../annotations/sequences/sequence.js'
import { sequenceProblems } from '../../../annotations/sequences/sequence-check.js'
import type { Database } from '../../../database/driver/client.js'
import type { Budget } from '../../../lib/fairness/budget.js'
import { rewriteReferences, type ReferenceMap } from '../../../documents/references.js'
import { Turn } from '../../../lib/fairness/turns.js'
import { groupBy } from '../../../lib/group-by.js'
import {
  noteSequences,
  replaceBodies,
  replaceSequences,
  selectIdChanges,
  selectMergedObjects,
  selectPlaceholderIds,
  selectReferringBodies,
  settleMergedObjects,
  type IdChange,
  type SequenceVerdict,
  type UnitedSequence,
} from './documents.sql.js'
import { camel, isObjectKind } from '../../line.shape.js'
import type { ImportOptions } from '../options.js'
import { selectUnitedPairs, type UnitedPair } from './annotations.sql.js'
import { uniteObjects } from './unite-objects.js'
import { interpolationDiffers, splitSequence, uniteSequences } from './unite-sequences.js'

type Document = Record<string, unknown>
/** Pairs of sequences, or documents, in one statement: with the rows and the parameter, a few milliseconds of work. */
const batch = 100
/** Ids in one statement. */
const idsAtOnce = 1000

/**
 * Unites incoming sequences with stored ones, a few hundred at a time and in the order of the file (I-25, I-27, I-28).
 */
export async function uniteStagedSequences(
  db: Database,
  client: pg.ClientBase,
  userId: string,
  options: ImportOptions,
  budget: Budget,
): Promise<void> {
  // The united sequences so far, by the id of the stored annotation, because several lines may be united with the same
  // one.
  const current = new Map<string, Document>()
  for (let after = 0; ;) {
    const pairs = await selectUnitedPairs(db, userId, after, batch)
    const last = pairs.at(-1)
    if (!last) return
    after = last.line
    const united: UnitedSequence[] = []
    const clashes: SequenceVerdict[] = []
    const empty: SequenceVerdict[] = []
    const turn = new Turn(budget)
    for (const [line, ofLine] of groupBy(pairs, (pair) => pair.line)) {
      if (turn.isOver()) await turn.pause()
      const act = ofLine[0]?.act
      if (act === 'split') {
        const rest = splitAll(ofLine)
        if (measureSequence(rest).keyframeCount) united.push(measured(line, 'insert', rest))
        else
          empty.push({
            line,
            state: 'skip',
            resolution: options.named.overlaps,
            message: 'All keyframes lie inside the annotation that exists',
          })
        continue
      }
      const [pair] = ofLine
      if (!pair || pair.act === 'split') continue
      const existing = current.get(pair.existingId) ?? (JSON.parse(pair.existing) as Document)
      const incoming = JSON.parse(pair.incoming) as Document
      const clash = interpolationDiffers(existing, incoming)
      if (clash) {
        const fails = options.interpolation === 'fail'
        clashes.push({
          line,
          state: fails ? 'fail' : 'import',
          resolution: options.named.interpolation,
          message: 'The sequences interpolate differently',
        })
        if (fails) continue
      }
      const result = uniteSequences(
        existing,
        incoming,
        pair.act,
        options.interpolation === 'use-imported' && clash ? 'imported' : 'existing',
      )
      current.set(pair.existingId, result)
      united.push(measured(line, 'frames', result))
    }
    turn.end()
    await replaceSequences(db, client, united)
    await noteSequences(db, 'interpolation-conflict', clashes)
    await noteSequences(db, 'overlapping-frames', empty)
  }
}

function splitAll(pairs: readonly UnitedPair[]): Document {
  return pairs.reduce<Document>(
    (rest, pair) => splitSequence(JSON.parse(pair.existing) as Document, rest),
    JSON.parse(pairs[0]?.incoming ?? '{}') as Document,
  )
}

function measured(line: number, act: UnitedSequence['act'], frames: Document): UnitedSequence {
  const problems = sequenceProblems(frames)
  const measure = measureSequence(frames)
  const body = JSON.stringify(corrected(frames, measure).frames)
  return { line, act, body, framesSize: Buffer.byteLength(body), measure, problems: problems.length ? problems : null }
}

/**
 * Rewrites all references to ids that the import replaced: in gloss items, assignments, members of collections and ends
 * of relations (I-10).
 */
export async function rewriteStagedReferences(db: Database, budget: Budget): Promise<void> {
  const map = await referenceMap(db)
  if (Object.keys(map).length === 0) return
  for (let after = 0; ;) {
    const bodies = await selectReferringBodies(db, after, batch)
    const last = bodies.at(-1)
    if (!last) return
    after = last.line
    const changed: { line: number; body: string }[] = []
    const turn = new Turn(budget)
    for (const { line, kind, body, newId } of bodies) {
      if (turn.isOver()) await turn.pause()
      const document = JSON.parse(body) as Document
      const rewritten = rewriteReferences(document, map)
      if (newId !== null && isObjectKind(kind))
        changed.push({ line, body: JSON.stringify({ ...rewritten, id: newId }) })
      else if (rewritten !== document) changed.push({ line, body: JSON.stringify(rewritten) })
    }
    turn.end()
    await replaceBodies(db, changed)
  }
}

async function referenceMap(db: Database): Promise<ReferenceMap> {
  const map: Partial<Record<keyof ReferenceMap, Map<string, string>>> = {}
  const add = (changes: readonly Omit<IdChange, 'line'>[]) => {
    for (const { kind, id, finalId } of changes)
      (map[camel(kind) as keyof ReferenceMap] ??= new Map<string, string>()).set(id, finalId)
  }
  for (let after: number | undefined = 0; after !== undefined;) {
    const changes = await selectIdChanges(db, after, idsAtOnce)
    add(changes)
    after = changes.at(-1)?.line
  }
  add(await selectPlaceholderIds(db))
  return map
}

/** Replaces the documents of merged lines by the stored objects with what the lines add to them (I-17). */
export async function uniteStagedObjects(db: Database, worldId: string | null, budget: Budget): Promise<void> {
  if (worldId === null) return
  for (let after = 0; ;) {
    const rows = await selectMergedObjects(db, worldId, after, batch)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const united: { line: number; body: string }[] = []
    const turn = new Turn(budget)
    for (const { line, incoming, existing } of rows) {
      if (turn.isOver()) await turn.pause()
      const object = uniteObjects(JSON.parse(existing) as Document, JSON.parse(incoming) as Document)
      united.push({ line, body: JSON.stringify(object) })
    }
    turn.end()
    await replaceBodies(db, united)
    await settleMergedObjects(
      db,
      rows.map((row) => row.line),
    )
  }
}
