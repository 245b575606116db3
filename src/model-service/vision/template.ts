import type { Box } from './box.js'

export interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Grey values at some points, relative to a position, from which a thing is recognised again. */
export interface Template {
  points: { dx: number, dy: number }[]
  values: Float64Array
}

export interface Match {
  x: number
  y: number
  /** Normalised cross-correlation, -1 to 1. */
  score: number
}

const mostPoints = 400

/** Takes the values inside a box, thinned to some hundred points; the position is the box's corner. */
export function templateOf(picture: Picture, box: Box): Template {
  const step = Math.max(1, Math.ceil(Math.sqrt(box.width * box.height / mostPoints)))
  const points: Template['points'] = []
  for (let dy = 0; dy < box.height; dy += step) for (let dx = 0; dx < box.width; dx += step) points.push({ dx, dy })
  return { points, values: valuesAt(picture, points, box.x, box.y) }
}

/** The best place within `radius` pixels of a position, by normalised cross-correlation; refined below a pixel by a parabola through the peak. */
export function bestMatch(picture: Picture, template: Template, near: { x: number, y: number }, radius: number): Match {
  const [centreX, centreY] = [Math.round(near.x), Math.round(near.y)]
  let best: Match = { x: centreX, y: centreY, score: -1 }
  for (let y = centreY - radius; y <= centreY + radius; y += 1) {
    for (let x = centreX - radius; x <= centreX + radius; x += 1) {
      const score = correlation(template.values, valuesAt(picture, template.points, x, y))
      // Of equal places the nearest wins: a plain surface must not drift.
      const nearer = Math.hypot(x - near.x, y - near.y) < Math.hypot(best.x - near.x, best.y - near.y)
      if (score > best.score + 1e-9 || (score > best.score - 1e-9 && nearer)) best = { x, y, score }
    }
  }
  const scoreAt = (x: number, y: number) => correlation(template.values, valuesAt(picture, template.points, x, y))
  return {
    x: best.x + peakOffset(scoreAt(best.x - 1, best.y), best.score, scoreAt(best.x + 1, best.y)),
    y: best.y + peakOffset(scoreAt(best.x, best.y - 1), best.score, scoreAt(best.x, best.y + 1)),
    score: best.score,
  }
}

/** A template that follows slow change: a tenth of what is seen now. */
export function blended(template: Template, picture: Picture, at: { x: number, y: number }): Template {
  const seen = valuesAt(picture, template.points, Math.round(at.x), Math.round(at.y))
  return { points: template.points, values: template.values.map((value, number) => 0.9 * value + 0.1 * seen[number]!) }
}

/** Values at the points; outside the picture those of its edge. */
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

function correlation(a: Float64Array, b: Float64Array): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const [left, right] = [a[at]!, b[at]!]
    sumA += left
    sumB += right
    sumAA += left * left
    sumBB += right * right
    sumAB += left * right
  }
  const count = a.length
  const spread = Math.sqrt((sumAA - sumA * sumA / count) * (sumBB - sumB * sumB / count))
  return spread > 1e-6 ? (sumAB - sumA * sumB / count) / spread : 0
}

/** Offset of the top of the parabola through three neighbouring scores, at most half a pixel. */
function peakOffset(before: number, peak: number, after: number): number {
  const bend = before - 2 * peak + after
  return bend < -1e-9 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}
