import { intersectionOverUnion, type Box } from '../vision/box.js'
import { objectClasses } from './coco.js'

/** An object that the detector saw in a picture. */
export interface SeenObject {
  /** The name of its class. */
  name: string
  /** In fractions of the picture, 0 to 1, inside the picture. */
  box: Box
  /** The detector's score, 0 to 1. */
  confidence: number
}

/** Boxes of one class whose intersection over union exceeds this show the same object. */
const sameThing = 0.5
/**
 * Boxes of different classes (a car that may be a truck) above this value do too; the one of higher confidence is kept.
 */
const sameBox = 0.75

/** Detections below this score are noise. */
const leastConfidence = 0.2

/**
 * Returns the objects in the detector's output: rows of x1, y1, x2, y2 in pixels of its square input of `side` pixels,
 * score and class number. Highest confidence first; duplicates are dropped (greedy non-maximum suppression).
 */
export function objectsIn(rows: Float32Array, side: number): SeenObject[] {
  const all: SeenObject[] = []
  for (let at = 0; at + 6 <= rows.length; at += 6) {
    const [x1, y1, x2, y2, score, number] = rows.subarray(at, at + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const seenClass = objectClasses[number]
    if (!seenClass || !(score >= leastConfidence)) continue
    const [left, top, right, bottom] = [x1, y1, x2, y2].map((one) => Math.min(1, Math.max(0, one / side)))
    const box = { x: left!, y: top!, width: right! - left!, height: bottom! - top! }
    if (box.width <= 0 || box.height <= 0) continue
    all.push({ name: seenClass.name, box, confidence: Math.round(score * 1000) / 1000 })
  }
  const kept: SeenObject[] = []
  for (const one of all.sort((a, b) => b.confidence - a.confidence)) {
    const again = kept.some((other) => {
      const overlap = intersectionOverUnion(one.box, other.box)
      return overlap > (other.name === one.name ? sameThing : sameBox)
    })
    if (!again) kept.push(one)
  }
  return kept
}
