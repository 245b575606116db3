import { knownWord } from '../../lib/known-word.js'

/** Returns the completed fraction of the way at time t; both run from 0 to 1. */
export type Ease = (t: number) => number

/** Returns the value at time t (0 to 1) between v0 and v1. */
export type Curve = (v0: number, v1: number, t: number) => number

/**
 * How a box moves from one keyframe to the next: one easing for x, y, width and height, or a curve for each of the
 * four.
 */
export type Motion = { ease: Ease; curves: null } | { ease: null; curves: readonly [Curve, Curve, Curve, Curve] }

type Point = { x: number; y: number }

const linear: Ease = (t) => t
const easings: Record<string, Ease> = {
  linear,
  'ease-in': (t) => t * t,
  'ease-out': (t) => t * (2 - t),
  'ease-in-out': (t) => (t < 0.5 ? 2 * t * t : -1 + (4 - 2 * t) * t),
  step: () => 0,
  hold: () => 0,
}

const motionWords: readonly string[] = [...Object.keys(easings), 'bezier', 'parametric']

/**
 * Returns the known word for the motion of a segment or sequence if the text differs from it only in capitals or
 * hyphens; other values unchanged.
 */
export const motionWord = (value: unknown) => (typeof value === 'string' ? knownWord(value, motionWords) : value)

export const linearMotion: Motion = { ease: linear, curves: null }

/**
 * Returns the motion of a segment of this type (IP-02 to IP-07, IP-16); linear motion for an unknown type or unknown
 * parameters.
 */
export function segmentMotion(type: unknown, controlPoints: unknown, parametric: unknown): Motion {
  if (typeof type !== 'string') return linearMotion
  if (type === 'bezier') return bezierMotion(controlPoints) ?? linearMotion
  if (type === 'parametric') return parametricMotion(parametric)
  const ease = Object.hasOwn(easings, type) ? easings[type] : undefined
  return ease ? { ease, curves: null } : linearMotion
}

/**
 * Returns the motion between keyframes that no segment covers. Unlike in a segment, a bezier without control points has
 * the control points (0.42, 0) and (0.58, 1) here (IP-07).
 */
export function sequenceMotion(mode: unknown, controlPoints: unknown, parametric: unknown): Motion {
  if (mode !== 'bezier') return segmentMotion(mode, controlPoints, parametric)
  return bezierMotion(controlPoints) ?? { ease: bezier({ x: 0.42, y: 0 }, { x: 0.58, y: 1 }), curves: null }
}

function bezierMotion(controlPoints: unknown): Motion | null {
  if (Array.isArray(controlPoints)) {
    const ease = easeThrough(controlPoints)
    return ease && { ease, curves: null }
  }
  if (typeof controlPoints !== 'object' || controlPoints === null) return null
  const of = controlPoints as Record<string, unknown>
  const curve = (points: unknown): Curve => {
    const ease = easeThrough(points) ?? linear
    return (v0, v1, t) => v0 + (v1 - v0) * ease(t)
  }
  return { ease: null, curves: [curve(of.x), curve(of.y), curve(of.width), curve(of.height)] }
}

function easeThrough(points: unknown): Ease | null {
  if (!Array.isArray(points) || points.length !== 2) return null
  const [p1, p2]: unknown[] = points
  return isPoint(p1) && isPoint(p2) ? bezier(p1, p2) : null
}

function isPoint(value: unknown): value is Point {
  if (typeof value !== 'object' || value === null) return false
  const { x, y } = value as Partial<Point>
  return Number.isFinite(x) && Number.isFinite(y)
}

const tolerance = 1e-4

/**
 * Returns the easing of a cubic Bezier curve through (0,0), p1, p2 and (1,1): solves x(s) = t for s by Newton's method,
 * with bisection as the fallback, and returns y(s) (IP-06).
 */
function bezier(p1: Point, p2: Point): Ease {
  const x1 = clamp(p1.x)
  const x2 = clamp(p2.x)
  const cubic = (a: number, b: number, s: number): number =>
    (3 * (1 - s) * (1 - s) * a + 3 * (1 - s) * s * b + s * s) * s
  const slope = (s: number): number => 3 * (1 - s) * (1 - s) * x1 + 6 * (1 - s) * s * (x2 - x1) + 3 * s * s * (1 - x2)
  return (t) => {
    let s = t
    for (let step = 0; step <= 10; step += 1) {
      const error = cubic(x1, x2, s) - t
      if (Math.abs(error) < tolerance) return cubic(p1.y, p2.y, s)
      const d = slope(s)
      if (Math.abs(d) < 1e-6) break
      s = clamp(s - error / d)
    }
    let low = 0
    let high = 1
    for (let step = 0; step < 50; step += 1) {
      s = (low + high) / 2
      const error = cubic(x1, x2, s) - t
      if (Math.abs(error) < tolerance) break
      if (error < 0) low = s
      else high = s
    }
    return cubic(p1.y, p2.y, s)
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function parametricMotion(parametric: unknown): Motion {
  if (typeof parametric !== 'object' || parametric === null) return linearMotion
  const { type, parameters } = parametric as { type?: unknown; parameters?: unknown }
  const members = typeof parameters === 'object' && parameters !== null ? (parameters as Record<string, unknown>) : {}
  const number = (fallback: number, ...names: string[]): number => {
    for (const name of names) {
      const value = members[name]
      if (typeof value === 'number' && Number.isFinite(value)) return value
    }
    return fallback
  }
  if (type === 'quadratic') {
    const a = number(9.8, 'a', 'acceleration')
    return sameFor((v0, v1, t) => v0 + (v1 - v0 - a / 2) * t + (a * t * t) / 2)
  }
  if (type === 'sinusoidal') {
    const amplitude = number(0.2, 'A', 'amplitude')
    const frequency = number(1, 'ν', 'nu', 'frequency')
    return sameFor((v0, v1, t) => v0 + (v1 - v0) * t + amplitude * Math.sin(2 * Math.PI * frequency * t) * (v1 - v0))
  }
  return linearMotion
}

function sameFor(curve: Curve): Motion {
  return { ease: null, curves: [curve, curve, curve, curve] }
}
