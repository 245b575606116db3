import type { Database } from '../../database/driver/client.js'
import type { ExportRows } from '../../exchange/export/export-rows.sql.js'
import { lineStatements } from '../../exchange/export/line-statements.service.js'
import { worldKinds, type WorldKind } from '../../world/world-kinds.js'
import type { Concerned } from './feed-concerned.js'
import { selectContinued, type FeedEntry } from './feed.sql.js'
import {
  isPersona,
  only,
  onlyObjects,
  selectCorrespondenceIds,
  selectExistingOntologies,
  selectLabelled,
  selectLines,
  selectOntologyIds,
  selectPresent,
  selectPresentObjects,
  selectReferringObjects,
  selectRelationIds,
  selectSizes,
  selectSummaryIds,
  selectClaimsBelow,
  type ObjectKey,
  type SimpleKind,
} from './feed-rows.sql.js'

/**
 * How many lines a statement prints, the most bytes of boxes of its annotations, and how many ids are read at a time.
 */
const linesAtOnce = 200
const bytesAtOnce = 4_000_000
const idsAtOnce = 20_000
const first = '00000000-0000-0000-0000-000000000000'

/** The input of the lines: the rows of the export, whether a claim is older than its parent, and the wanted types. */
export interface Printing {
  rows: ExportRows
  olderChild: boolean
  wants(type: string): boolean
}

type Piece = string

const goneLine = (type: string, id: string, worldId?: string): Piece =>
  `${JSON.stringify({ change: 'gone', type, id, ...(worldId && { worldId }) })}\n`

/** Prints the deleted lines and then the current lines of rows that may have changed, in pieces of whole lines. */
export async function* changedLines(db: Database, printing: Printing, concerned: Concerned): AsyncGenerator<Piece> {
  yield* personaLines(db, printing, concerned)
  yield* correspondenceLines(db, printing, concerned)
  yield* objectLines(db, printing, concerned)
  yield* contentLines(db, printing, concerned)
  yield* annotationLines(db, printing, concerned)
}

async function* personaLines(db: Database, { rows, wants }: Printing, concerned: Concerned): AsyncGenerator<Piece> {
  const { personas, ontologiesOf, deletedOntologies } = concerned
  const both = [...new Set([...personas, ...ontologiesOf])]
  if (both.length === 0) return
  const present = new Set(await selectPresent(db, 'persona', rows, both))
  const lost = [...personas].filter((id) => !present.has(id))
  if (wants('ontology')) {
    const existing = new Set(deletedOntologies.size ? await selectExistingOntologies(db, deletedOntologies) : [])
    const replaced = [...deletedOntologies].filter((id) => !existing.has(id))
    const ofLost = lost.length ? await selectOntologyIds(db, lost) : []
    for (const id of new Set([...replaced, ...ofLost])) yield goneLine('ontology', id)
  }
  if (wants('persona')) for (const id of lost) yield goneLine('persona', id)
  for (const some of chunks([...present])) {
    // If only the types of a persona have changed, the line of the persona has not.
    const changed = wants('persona') ? some.filter((id) => personas.has(id)) : []
    const wanted = { personas: isPersona(changed), ontologies: wants('ontology') }
    yield joined(await selectLines(db, lineStatements.persona(only(rows, 'persona', some), wanted)))
  }
}

/** A correspondence enters or leaves the export with its personas. */
async function* correspondenceLines(db: Database, { rows, wants }: Printing, concerned: Concerned) {
  if (!wants('type_correspondence')) return
  const { personas } = concerned
  const moved = personas.size ? await selectCorrespondenceIds(db, personas) : []
  const own = new Set([...concerned.rows.type_correspondence, ...moved])
  yield* rowLines(db, rows, 'type_correspondence', { own, more: [] })
}

async function* objectLines(db: Database, { rows, wants }: Printing, concerned: Concerned): AsyncGenerator<Piece> {
  if (rows.objects === null) return
  const { objects, named } = concerned
  const own = [...objects.values()].filter(({ kind }) => wants(kind))
  const present: ObjectKey[] = await selectPresentObjects(db, rows, own)
  const textOf = ({ worldId, kind, objectId }: ObjectKey) => JSON.stringify([worldId, kind, objectId])
  const byKey = new Map(present.map((key) => [textOf(key), key]))
  for (const key of own) if (!byKey.has(textOf(key))) yield goneLine(key.kind, key.objectId, key.worldId)
  const others = named.worldIds.size ? await selectReferringObjects(db, rows, named.worldIds, named.objectIds) : []
  for (const key of others) if (wants(key.kind)) byKey.set(textOf(key), key)
  for (const kind of worldKinds) yield* linesOfKind(db, rows, kind, [...byKey.values()])
}

async function* linesOfKind(
  db: Database,
  rows: ExportRows,
  kind: WorldKind,
  keys: readonly ObjectKey[],
): AsyncGenerator<Piece> {
  for (const some of chunks(keys.filter((key) => key.kind === kind)))
    yield joined(await selectLines(db, lineStatements.object(onlyObjects(rows, some), kind)))
}

async function* contentLines(db: Database, printing: Printing, concerned: Concerned): AsyncGenerator<Piece> {
  const { rows, olderChild, wants } = printing
  const { claims, movedClaims, placedClaims } = concerned
  if (wants('summary')) {
    const more = [...concerned.summaries, ...(claims.size ? await selectSummaryIds(db, claims) : [])]
    yield* rowLines(db, rows, 'summary', { own: concerned.rows.summary, more })
  }
  if (wants('claim')) {
    // Where claims are sorted by their ancestors, a claim that moves takes its descendants along.
    const more = olderChild && placedClaims.size ? await selectClaimsBelow(db, placedClaims) : []
    yield* rowLines(db, rows, 'claim', { own: concerned.rows.claim, more }, olderChild)
  }
  if (wants('claim_relation')) {
    const moved = movedClaims.size ? await selectRelationIds(db, movedClaims) : []
    yield* rowLines(db, rows, 'claim_relation', {
      own: new Set([...concerned.rows.claim_relation, ...moved]),
      more: [],
    })
  }
}

type PlainKind = 'type_correspondence' | 'summary' | 'claim' | 'claim_relation'

/** Yields the deleted lines of `own`, and the lines of `own` and `more` that are in the export. */
async function* rowLines(
  db: Database,
  rows: ExportRows,
  kind: PlainKind,
  { own, more }: { own: ReadonlySet<string>; more: readonly string[] },
  olderChild = false,
): AsyncGenerator<Piece> {
  yield* goneOf(db, rows, kind, own)
  for (const some of chunks([...new Set([...own, ...more])]))
    yield joined(await selectLines(db, lineStatements[kind](only(rows, kind, some), olderChild)))
}

async function* goneOf(
  db: Database,
  rows: ExportRows,
  kind: SimpleKind,
  own: ReadonlySet<string>,
): AsyncGenerator<Piece> {
  if (own.size === 0) return
  const present = new Set(await selectPresent(db, kind, rows, own))
  yield [...own].flatMap((id) => (present.has(id) ? [] : [goneLine(kind, id)])).join('')
}

async function* annotationLines(db: Database, { rows, wants }: Printing, concerned: Concerned): AsyncGenerator<Piece> {
  if (!wants('annotation')) return
  const own = concerned.rows.annotation
  yield* goneOf(db, rows, 'annotation', own)
  const changed = new Set([...own, ...concerned.sequences])
  if (changed.size) yield* annotationsBySize(db, rows, await selectSizes(db, changed))
  for (const [what, labels] of [
    ['type', concerned.types],
    ['object', concerned.labels],
  ] as const) {
    for (let after = first; labels.length > 0;) {
      const labelled = await selectLabelled(db, rows, what, labels, after, idsAtOnce)
      yield* annotationsBySize(db, rows, labelled)
      if (labelled.length < idsAtOnce) break
      after = labelled[labelled.length - 1]!.id
    }
  }
}

async function* annotationsBySize(
  db: Database,
  rows: ExportRows,
  annotations: readonly { id: string; size: number }[],
): AsyncGenerator<Piece> {
  let bytes = 0
  let some: string[] = []
  const print = async () => {
    const lines = await selectLines(db, lineStatements.annotation(only(rows, 'annotation', some)))
    some = []
    bytes = 0
    return joined(lines)
  }
  for (const { id, size } of annotations) {
    if (some.length > 0 && (some.length >= linesAtOnce || bytes + size > bytesAtOnce)) yield await print()
    some.push(id)
    bytes += size
  }
  if (some.length > 0) yield await print()
}

const joined = (lines: readonly string[]): Piece => lines.map((line) => `${line}\n`).join('')

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += linesAtOnce) yield all.slice(at, at + linesAtOnce)
}

/**
 * Leaves out ontologies and sequences if the answer has only a part of their entries of one transaction. Otherwise an
 * ontology of ten thousand types would be sent as a whole with every thousand of them.
 */
export async function leaveContinued(
  db: Database,
  { ontologiesOf, sequences }: Concerned,
  last: FeedEntry,
): Promise<void> {
  const things = [...ontologiesOf, ...sequences]
  for (const thing of things.length ? await selectContinued(db, last, things) : []) {
    ontologiesOf.delete(thing)
    sequences.delete(thing)
  }
}
