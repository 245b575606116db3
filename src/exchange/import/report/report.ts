import type { Static } from '@sinclair/typebox'
import type { StateCount } from './report.sql.js'
import { worldKinds } from '../../../world/world-kinds.js'
import type { importConflict, importedItems, importReport } from '../../exchange.shape.js'
import { lineKinds, lineTypes, type LineKind } from '../../line.shape.js'

export type ImportedItems = Static<typeof importedItems>
export type ImportConflict = Static<typeof importConflict>
export type ImportReport = Static<typeof importReport>
export type ReportHead = Pick<ImportReport, 'success' | 'summary'>

/**
 * The outcome of a plan: how many lines are in each state, and how many placeholders were created for missing
 * references.
 */
export interface Outcome {
  counts: readonly StateCount[]
  placeholders: readonly { kind: string; count: number }[]
  hasErrors: boolean
  /** False if nothing of the import is kept (I-36). */
  kept: boolean
}

/** Counts every line of the file once, as imported, skipped, excluded or failed (I-37). */
export function reportHead({ counts, placeholders, hasErrors, kept }: Outcome): ReportHead {
  const sum = (
    state: StateCount['state'],
    kinds?: readonly string[],
    of: (row: StateCount) => number = (row) => row.count,
  ) =>
    counts
      .filter((row) => row.state === state && (!kinds || kinds.includes(row.kind)))
      .reduce((total, row) => total + of(row), 0)
  const imported = (kinds?: readonly string[], of?: (row: StateCount) => number) =>
    kept ? sum('import', kinds, of) : 0
  const placed = (kind: string) => (kept ? (placeholders.find((one) => one.kind === kind)?.count ?? 0) : 0)
  const items = Object.fromEntries(
    lineKinds.map((kind) => [lineTypes[kind].items, imported([kind]) + placed(kind)]),
  ) as Record<(typeof lineTypes)[LineKind]['items'], number>
  const totalLines = counts.reduce((total, row) => total + row.count, 0)
  const excludedLines = sum('exclude')
  const skipped = sum('skip')
  return {
    success: !hasErrors,
    summary: {
      totalLines,
      processedLines: imported() + skipped + sum('exclude', ['informational']),
      importedItems: {
        ...items,
        totalKeyframes: imported(['annotation'], (row) => row.keyframes),
        totalInterpolatedFrames: imported(['annotation'], (row) => row.interpolated),
        singleKeyframeSequences: imported(['annotation'], (row) => row.single),
      },
      skippedItems: {
        personas: sum('skip', ['persona', 'ontology', 'type_correspondence']),
        ontologies: sum('skip', ['ontology']),
        worldObjects: sum('skip', worldKinds),
        summaries: sum('skip', ['summary']),
        claims: sum('skip', ['claim', 'claim_relation']),
        annotations: sum('skip', ['annotation']),
        sequenceAnnotations: sum('skip', ['annotation'], (row) => row.sequences),
        unknown: sum('skip', ['unknown']),
      },
      excludedLines,
      failedLines: totalLines - imported() - skipped - excludedLines,
      placeholderItems: placeholders.reduce((total, one) => total + placed(one.kind), 0),
      likelyRepeats: imported(undefined, (row) => row.repeats),
    },
  }
}

/** Returns the totals for the history: imported and skipped items, without the counters of frames (I-42). */
export function itemTotals({ summary }: ReportHead): { itemsImported: number; itemsSkipped: number } {
  const {
    totalKeyframes: _keyframes,
    totalInterpolatedFrames: _frames,
    singleKeyframeSequences: _single,
    ...items
  } = summary.importedItems
  const { personas, worldObjects, summaries, claims, annotations } = summary.skippedItems
  return {
    itemsImported: Object.values(items).reduce((total, count) => total + count, 0),
    itemsSkipped: personas + worldObjects + summaries + claims + annotations,
  }
}
