import type { Box } from './box.js'

/** A grey picture, one byte per pixel, row by row. */
export interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Grey values at points relative to a position, used to find an object again. */
export interface Template {
  points: { dx: number; dy: number }[]
  values: Float64Array
}

/** The position of the best match, in pixels. */
export interface Match {
  x: number
  y: number
  /** Normalised cross-correlation, -1 to 1. */
  score: number
}

const mostPoints = 300
const coarseFrom = 12

/** Samples the grey values inside a box on a grid of a few hundred points; positions refer to the box's corner. */
export function templateOf(picture: Picture, box: Box): Template {
  const step = Math.max(1, Math.ceil(Math.sqrt((box.width * box.height) / mostPoints)))
  const points: Template['points'] = []
  for (let dy = 0; dy < box.height; dy += step) for (let dx = 0; dx < box.width; dx += step) points.push({ dx, dy })
  return { points, values: valuesAt(picture, points, box.x, box.y) }
}

/**
 * Finds the best match within `radius` pixels of a position by normalised cross-correlation, refined to sub-pixel
 * accuracy by a parabola through the peak.
 */
export function bestMatch(picture: Picture, template: Template, near: { x: number; y: number }, radius: number): Match {
  const centre = { x: Math.round(near.x), y: Math.round(near.y) }
  const scoreAt = scorer(picture, template)
  // A wide window is searched on every second pixel first.
  const coarse = radius > coarseFrom ? bestOnGrid(scoreAt, centre, radius, 2) : undefined
  const best = bestOnGrid(scoreAt, coarse ?? centre, coarse ? 2 : radius, 1)
  return {
    x: best.x + peakOffset(scoreAt(best.x - 1, best.y), best.score, scoreAt(best.x + 1, best.y)),
    y: best.y + peakOffset(scoreAt(best.x, best.y - 1), best.score, scoreAt(best.x, best.y + 1)),
    score: best.score,
  }
}

/**
 * Returns the best place on a grid. Of equal scores the nearest wins, so that the match does not drift on a plain
 * surface.
 */
function bestOnGrid(
  scoreAt: (x: number, y: number) => number,
  centre: { x: number; y: number },
  radius: number,
  step: number,
): Match {
  const distance = (x: number, y: number) => (x - centre.x) ** 2 + (y - centre.y) ** 2
  let best: Match = { ...centre, score: scoreAt(centre.x, centre.y) }
  for (let y = centre.y - radius; y <= centre.y + radius; y += step) {
    for (let x = centre.x - radius; x <= centre.x + radius; x += step) {
      const score = scoreAt(x, y)
      if (score > best.score + 1e-9 || (score > best.score - 1e-9 && distance(x, y) < distance(best.x, best.y)))
        best = { x, y, score }
    }
  }
  return best
}

/** Updates a template for slow changes in appearance: nine tenths of the old values, one tenth of those at `at`. */
export function blended(template: Template, picture: Picture, at: { x: number; y: number }): Template {
  const seen = valuesAt(picture, template.points, Math.round(at.x), Math.round(at.y))
  return { points: template.points, values: template.values.map((value, number) => 0.9 * value + 0.1 * seen[number]!) }
}

/** Returns the values at the points; points outside the picture get those of its edge. */
function valuesAt({ pixels, width, height }: Picture, points: Template['points'], x: number, y: number): Float64Array {
  const values = new Float64Array(points.length)
  for (let number = 0; number < points.length; number += 1) {
    const { dx, dy } = points[number]!
    const column = Math.min(width - 1, Math.max(0, x + dx))
    const row = Math.min(height - 1, Math.max(0, y + dy))
    values[number] = pixels[row * width + column]!
  }
  return values
}

/**
 * Returns a function that computes the normalised cross-correlation of template and picture at a position; 0 if either
 * is uniform.
 */
function scorer({ pixels, width, height }: Picture, { points, values }: Template): (x: number, y: number) => number {
  const count = points.length
  const sumA = values.reduce((sum, value) => sum + value, 0)
  const spreadA = values.reduce((sum, value) => sum + value * value, 0) - (sumA * sumA) / count
  return (x, y) => {
    let [sumB, sumBB, sumAB] = [0, 0, 0]
    for (let at = 0; at < count; at += 1) {
      const { dx, dy } = points[at]!
      const column = Math.min(width - 1, Math.max(0, x + dx))
      const row = Math.min(height - 1, Math.max(0, y + dy))
      const value = pixels[row * width + column]!
      sumB += value
      sumBB += value * value
      sumAB += value * values[at]!
    }
    const spread = Math.sqrt(spreadA * (sumBB - (sumB * sumB) / count))
    return spread > 1e-6 ? (sumAB - (sumA * sumB) / count) / spread : 0
  }
}

/** Returns the offset of the peak of the parabola through three neighbouring scores, at most half a pixel. */
function peakOffset(before: number, peak: number, after: number): number {
  const bend = before - 2 * peak + after
  return bend < -1e-9 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}
