type Document = Record<string, unknown>
type Box = Record<string, unknown> & { frameNumber?: unknown }

type Union = 'merge' | 'extend' | 'overwrite'

const boxesOf = (sequence: Document): Box[] => (Array.isArray(sequence['boxes']) ? (sequence['boxes'] as Box[]) : [])
const frameOf = (box: Box): number => (typeof box.frameNumber === 'number' ? box.frameNumber : NaN)

/** Returns whether mode or segments of two sequences differ (I-28). */
export function interpolationDiffers(a: Document, b: Document): boolean {
  const settings = (one: Document) =>
    JSON.stringify([one['interpolationMode'] ?? 'linear', one['interpolationSegments'] ?? []])
  return settings(a) !== settings(b)
}

/**
 * The members that define how a sequence is interpolated. All of them are taken from one of the two sequences: a
 * setting that this sequence lacks is not taken from the other (I-28).
 */
const settingNames: ReadonlySet<string> = new Set([
  'interpolationMode',
  'interpolationSegments',
  'controlPoints',
  'function',
])

function withoutSettings(sequence: Document): Document {
  return Object.fromEntries(Object.entries(sequence).filter(([name]) => !settingNames.has(name)))
}

/**
 * Unites two sequences. `merge`: frame by frame, incoming boxes win (I-25); `extend`: frame by frame, existing boxes
 * win; `overwrite`: where the spans intersect, only incoming boxes are kept (I-27). All other members come from both;
 * `settings` decides which sequence wins.
 */
export function uniteSequences(
  existing: Document,
  incoming: Document,
  how: Union,
  settings: 'existing' | 'imported',
): Document {
  const base =
    settings === 'existing'
      ? { ...withoutSettings(incoming), ...existing }
      : { ...withoutSettings(existing), ...incoming }
  return fitted({ ...base, boxes: unitedBoxes(boxesOf(existing), boxesOf(incoming), how) })
}

function unitedBoxes(existing: Box[], incoming: Box[], how: Union): Box[] {
  const [weaker, stronger] = how === 'extend' ? [incoming, existing] : [existing, incoming]
  const span = spanOf(incoming)
  const kept =
    how === 'overwrite' ? weaker.filter((box) => !(frameOf(box) >= span.first && frameOf(box) <= span.last)) : weaker
  const byFrame = new Map<number, Box>()
  for (const box of [...kept, ...stronger]) byFrame.set(frameOf(box), box)
  return [...byFrame.values()].sort((a, b) => frameOf(a) - frameOf(b))
}

/** Returns the incoming sequence without the boxes inside the span of the existing one. */
export function splitSequence(existing: Document, incoming: Document): Document {
  const { first, last } = spanOf(boxesOf(existing))
  return fitted({ ...incoming, boxes: boxesOf(incoming).filter((box) => frameOf(box) < first || frameOf(box) > last) })
}

/**
 * Cuts the interpolation segments to the span of the keyframes: a segment that extended over removed boxes would
 * violate a rule of X-04.
 */
function fitted(sequence: Document): Document {
  const segments: unknown = sequence['interpolationSegments']
  if (!Array.isArray(segments)) return sequence
  const { first, last } = spanOf(boxesOf(sequence).filter((box) => box['isKeyframe'] !== false))
  const kept = (segments as unknown[]).flatMap((segment) => {
    const { startFrame, endFrame } = (segment ?? {}) as Document
    if (typeof startFrame !== 'number' || typeof endFrame !== 'number') return [segment]
    if (startFrame >= first && endFrame <= last) return [segment]
    const cut = { startFrame: Math.max(startFrame, first), endFrame: Math.min(endFrame, last) }
    return cut.startFrame < cut.endFrame ? [{ ...(segment as Document), ...cut }] : []
  })
  return { ...sequence, interpolationSegments: kept }
}

function spanOf(boxes: Box[]): { first: number; last: number } {
  let first = Infinity
  let last = -Infinity
  for (const box of boxes) {
    first = Math.min(first, frameOf(box))
    last = Math.max(last, frameOf(box))
  }
  return { first, last }
}
