import type { SeenObject } from '../objects/boxes.js'
import type { Box } from '../vision/box.js'

/** A box that is evidence for a sentence. */
export interface ShownBox {
  /** A class of the detector, or the recognised text. */
  label: string
  /** In fractions of the picture, 0 to 1. */
  bounding_box: Box
  confidence: number
}

/** A frame that is evidence for a sentence, with the boxes in it. */
export interface ShownFrame {
  frame_number: number
  /** In seconds. */
  timestamp: number
  boxes: ShownBox[]
}

/** A sentence of a summary with its evidence. */
export interface Told {
  text: string
  /**
   * The kind of evidence: measured signals, recognised objects, recognised text, or speech. A note is not about the
   * video but about what this service did, could not do or did not find.
   */
  source: 'measured' | 'seen' | 'read' | 'heard' | 'note'
  /** 0 to 1. */
  confidence: number
  /** In seconds; null if the sentence is about the whole video. */
  start: number | null
  end: number | null
  frames: ShownFrame[]
}

/** Most frames of evidence for one sentence. */
const mostFrames = 12

/** Returns at most `most` items (2 or more) at even distances in the list, the first and the last among them. */
export function thinned<T>(list: readonly T[], most = mostFrames): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, n) => list[Math.round((n * (list.length - 1)) / (most - 1))]!)
}

/** Returns a sentence about measured signals, of the whole video or of some frames. */
export function measured(text: string, frames: Omit<ShownFrame, 'boxes'>[] = []): Told {
  const times = frames.map(({ timestamp }) => timestamp)
  return {
    text,
    source: 'measured',
    confidence: 1,
    start: times.length ? Math.min(...times) : null,
    end: times.length ? Math.max(...times) : null,
    frames: frames.map((frame) => ({ ...frame, boxes: [] })),
  }
}

/** Returns a sentence about the service itself. */
export const note = (text: string): Told => {
  return { text, source: 'note', confidence: 1, start: null, end: null, frames: [] }
}

export const shown = ({ name, box, confidence }: SeenObject): ShownBox => ({
  label: name,
  bounding_box: roundedBox(box),
  confidence,
})

export const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: thousandths(x),
  y: thousandths(y),
  width: thousandths(width),
  height: thousandths(height),
})

/** Rounds to three decimals. */
export const thousandths = (value: number): number => Math.round(value * 1000) / 1000
