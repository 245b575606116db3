import type { Evidence } from '../../summaries/evidence.shape.js'

/** A range of characters in a text. */
interface Stretch {
  charStart: number
  charEnd: number
}

/** A sentence with evidence, and its range in the text of its summary. */
export interface PlacedEvidence extends Stretch {
  evidence: Evidence
}

/**
 * Returns the sentences with evidence and their place in the text of the summary. A sentence that a person has
 * rewritten since is left out together with its evidence.
 */
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

/**
 * Returns the evidence for claims found at the ranges `spans` of the text: that of the sentences that contain at least
 * half of one of the ranges.
 */
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

/** Returns the confidence of a claim, limited to that of its evidence. */
export function boundedBy(confidence: number, evidence: readonly Evidence[]): number {
  return Math.min(confidence, ...evidence.flatMap((one) => one.confidence ?? []))
}
