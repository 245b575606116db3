import type { Readable } from 'node:stream'
import type { Condition, Statement } from '../../database/rows/conditions.js'
import type { Budget } from '../../lib/fairness/budget.js'
import { worldKinds } from '../../world/world-kinds.js'
import { selectAnnotationLines, selectAnnotationParts, withoutProblems } from './annotations.sql.js'
import { selectSummaryBlocks } from './content.sql.js'
import { none, type ExportRows } from './export-rows.sql.js'
import type { Form } from './form.js'
import type { ExportKind } from './export.shape.js'
import { lineStatements } from './line-statements.service.js'
import { interpolatedLines, type ClockOf } from './sequence-lines.js'
import { selectVideoLines } from './videos.sql.js'

/** The input for the lines of a file. All statements see the same state of the database. */
export interface LineSource {
  form: Form
  rows: ExportRows
  /** A condition on the alias a: the annotations that pass the filters. */
  annotations: Condition
  /** Whether a claim may be older than its parent. */
  olderChild: boolean
  /** Returns whether an export of everything contains lines of this kind. */
  wants(kind: string): boolean
  /** The videos of an export of videos. */
  videoIds: readonly string[]
  copy: (statement: Statement) => AsyncIterable<Buffer> | Readable
  clockOf: ClockOf
  budget: Budget
}

type Section = () => AsyncIterable<Buffer> | Readable

/** The lines of each kind of export, in the order of the file. */
const sections: Record<ExportKind, (source: LineSource) => Section[]> = {
  annotations: (source) => [() => annotationLines(source, false)],
  personas: ({ copy, rows, wants }) => {
    const ontologies = wants('ontology')
    const named = wants('persona') ? { ontologies } : { personas: none, ontologies }
    return [
      ...(wants('persona') || ontologies ? [() => copy(lineStatements.persona(rows, named))] : []),
      ...(wants('type_correspondence') ? [() => copy(lineStatements.type_correspondence(rows))] : []),
    ]
  },
  world: ({ copy, rows, wants }) =>
    rows.objects === null ? [] : worldKinds.filter(wants).map((kind) => () => copy(lineStatements.object(rows, kind))),
  summaries: ({ copy, rows, olderChild }) => [() => copy(selectSummaryBlocks(rows, olderChild))],
  videos: ({ copy, videoIds }) => [() => copy(selectVideoLines(videoIds))],
  all: (source) => [
    ...sections.personas(source),
    ...sections.world(source),
    ...(['summary', 'claim', 'claim_relation'] as const)
      .filter(source.wants)
      .map((kind) => () => source.copy(lineStatements[kind](source.rows, source.olderChild))),
    ...(source.wants('annotation') ? [() => annotationLines(source, true)] : []),
  ],
}

function annotationLines(
  { form: { json, mode }, rows, annotations, copy, clockOf, budget }: LineSource,
  typed: boolean,
): AsyncIterable<Buffer> {
  const printing = { ...rows, typed, boxes: mode.boxes, commas: json }
  const chosen = mode.skipInvalid ? withoutProblems(annotations) : annotations
  return mode.interpolated
    ? interpolatedLines(copy(selectAnnotationParts(chosen, printing)), mode.gaps, clockOf, budget)
    : copy(selectAnnotationLines(chosen, printing))
}

/** Yields the lines of a file, each ended by a line feed; a JSON document contains them as the items of an array. */
export async function* linesOf(kind: ExportKind, source: LineSource): AsyncGenerator<Buffer> {
  if (source.form.json) yield Buffer.from('[')
  for (const section of sections[kind](source)) yield* section()
  if (source.form.json) yield Buffer.from(']\n')
}
