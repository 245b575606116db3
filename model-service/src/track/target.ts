import type { Box } from '../vision/box.js'
import { bestMatch, blended, templateOf } from '../vision/template.js'
import type { Picture, Template } from '../vision/template.js'
import type { ColumnRun } from './rle.js'

/** A followed object; positions in pixels of the analysed pictures. */
export interface Target {
  runs: ColumnRun[]
  template: Template
  start: { x: number; y: number }
  /** Displacement from the start. */
  dx: number
  dy: number
  score: number
  isOccluded: boolean
  radius: number
}

const searchRadius = 10
const widestRadius = 30
const occludedBelow = 0.5
const learnAbove = 0.75

/**
 * Takes the template from the first picture: the mask's bounding box with a margin, so that a uniform object shows its
 * edges.
 */
export function startTarget(runs: ColumnRun[], picture: Picture, scale: { x: number; y: number }): Target {
  const box = paddedBox(runs, scale)
  return {
    runs,
    template: templateOf(picture, box),
    start: { x: box.x, y: box.y },
    dx: 0,
    dy: 0,
    score: 1,
    isOccluded: false,
    radius: searchRadius,
  }
}

/** Looks for the target in the next picture; a lost target stays where it was and is searched for in a wider window. */
export function follow(target: Target, picture: Picture): void {
  const last = { x: target.start.x + target.dx, y: target.start.y + target.dy }
  const match = bestMatch(picture, target.template, last, target.radius)
  target.score = match.score
  target.isOccluded = match.score < occludedBelow
  if (target.isOccluded) {
    target.radius = Math.min(widestRadius, target.radius + 2)
    return
  }
  target.radius = searchRadius
  target.dx = match.x - target.start.x
  target.dy = match.y - target.start.y
  if (match.score > learnAbove) target.template = blended(target.template, picture, match)
}

function paddedBox(runs: ColumnRun[], scale: { x: number; y: number }): Box {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const run of runs) {
    left = Math.min(left, run.column)
    right = Math.max(right, run.column + 1)
    top = Math.min(top, run.top)
    bottom = Math.max(bottom, run.bottom)
  }
  const margin = { x: 2 + 0.15 * (right - left) * scale.x, y: 2 + 0.15 * (bottom - top) * scale.y }
  const x = Math.floor(left * scale.x - margin.x)
  const y = Math.floor(top * scale.y - margin.y)
  return { x, y, width: Math.ceil(right * scale.x + margin.x) - x, height: Math.ceil(bottom * scale.y + margin.y) - y }
}
