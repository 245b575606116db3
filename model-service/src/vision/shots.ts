import { colourNames } from './colour.js'
import type { FrameMeasure } from './picture-track.js'

/** The frames between two cuts, with their mean measures (0-1). */
export interface Shot {
  /** Positions of the first and last frame in the list of measures. */
  from: number
  to: number
  brightness: number
  motion: number
  colour: string
  /** Share of the pixels that have that colour, 0-1. */
  colourShare: number
}

const leastChange = 0.15
const neighbourhood = 8

/**
 * Returns the positions of the frames that begin a new shot: their change is high, and at least three times the median
 * of the surrounding frames (hard cuts only). A cut less than `leastLength` frames after the previous one is ignored.
 */
function findCuts(measures: FrameMeasure[], leastLength: number): number[] {
  const cuts: number[] = []
  for (let at = 1; at < measures.length; at += 1) {
    const change = measures[at]!.change
    if (change < leastChange || at - (cuts.at(-1) ?? -leastLength) < leastLength) continue
    const around = measures
      .slice(Math.max(1, at - neighbourhood), at + neighbourhood + 1)
      .map((measure) => measure.change)
    around.sort((a, b) => a - b)
    if (change >= 3 * around[Math.floor((around.length - 1) / 2)]! || around.length <= 2) cuts.push(at)
  }
  return cuts
}

/**
 * Returns the shots between the cuts, with their mean measures; `leastLength` is the shortest distance of two cuts in
 * frames.
 */
export function shotsOf(measures: FrameMeasure[], leastLength: number): Shot[] {
  if (measures.length === 0) return []
  const starts = [0, ...findCuts(measures, leastLength)]
  return starts.map((from, number) => {
    const to = (starts[number + 1] ?? measures.length) - 1
    return { from, to, ...averages(measures.slice(from, to + 1)) }
  })
}

/**
 * Returns the mean brightness and motion of some frames and their most frequent colour. The motion of the first frame
 * is excluded, because it is the cut into the shot.
 */
export function averages(measures: FrameMeasure[]): Pick<Shot, 'brightness' | 'motion' | 'colour' | 'colourShare'> {
  const colours = colourNames.map((_, colour) => measures.reduce((sum, measure) => sum + measure.colours[colour]!, 0))
  const most = Math.max(...colours)
  const moving = measures.slice(1)
  return {
    brightness: measures.reduce((sum, measure) => sum + measure.brightness, 0) / measures.length,
    motion: moving.reduce((sum, measure) => sum + measure.motion, 0) / Math.max(1, moving.length),
    colour: colourNames[colours.indexOf(most)]!,
    colourShare:
      most /
      Math.max(
        1,
        colours.reduce((sum, count) => sum + count, 0),
      ),
  }
}
