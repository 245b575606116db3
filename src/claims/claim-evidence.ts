import type { Evidence } from '../summaries/evidence.schema.js'

/** A stretch of a text. */
interface Stretch {
  charStart: number
  charEnd: number
}

/** A sentence with evidence where it stands in the text of its summary. */
export interface PlacedEvidence extends Stretch {
  evidence: Evidence
}

/** Where the sentences with evidence still stand in the text; those that somebody has rewritten have none any more. */
export function placeEvidence(text: string, all: readonly Evidence[]): PlacedEvidence[] {
  let from = 0
  return all.flatMap((evidence) => {
    const inOrder = text.indexOf(evidence.text, from)
    const charStart = inOrder < 0 ? text.indexOf(evidence.text) : inOrder
    if (charStart < 0) return []
    const charEnd = charStart + evidence.text.length
    from = charEnd
    return [{ evidence, charStart, charEnd }]
  })
}

/** What claims rest on that were found at some stretches: the sentences that hold at least half of one of them. */
export function evidenceOf(spans: readonly Stretch[], placed: readonly PlacedEvidence[]): Evidence[] {
  return placed
    .filter((one) =>
      spans.some((span) => {
        const common = Math.min(one.charEnd, span.charEnd) - Math.max(one.charStart, span.charStart)
        return common > 0 && 2 * common >= span.charEnd - span.charStart
      }),
    )
    .map(({ evidence }) => evidence)
}

/** No claim is surer than what it rests on. */
export function boundedBy(confidence: number, evidence: readonly Evidence[]): number {
  return Math.min(confidence, ...evidence.flatMap((one) => one.confidence ?? []))
}
