import type { FieldError } from '../../lib/errors.js'
import { isObject } from '../../lib/json-walk.js'
import { motionWord } from './easing.js'

/** The maximum number of problems that are reported, so that the report on a badly broken document stays short. */
const mostProblems = 100

/**
 * `path` is relative to the sequence document. `reason` is a full sentence of X-04 or, if `structural` is true, the
 * type error of the field at `path`.
 */
type Problem = { path: string; reason: string; structural: boolean }

export type SequenceCheckOptions = { requireKeyframe?: boolean }

/**
 * Returns the problems of a bounding-box sequence in the words of X-04, structural ones as `<path> <reason>`; at most
 * 100 texts.
 */
export function sequenceProblems(frames: unknown, options: SequenceCheckOptions = {}): string[] {
  return check(frames, options).map(({ path, reason, structural }) =>
    structural ? `${path || 'frames'} ${reason}` : reason,
  )
}

/** Returns the same problems as field errors below `field`, such as `frames.boxes.3.width` (AN-04). */
export function sequenceFaults(frames: unknown, field = 'frames'): FieldError[] {
  return check(frames, {}).map(({ path, reason }) => ({ field: path ? `${field}.${path}` : field, message: reason }))
}

function check(frames: unknown, { requireKeyframe = true }: SequenceCheckOptions): Problem[] {
  if (!isObject(frames)) return [{ path: '', reason: 'must be an object', structural: true }]
  const problems: Problem[] = []
  const keyframes = checkBoxes(frames.boxes, requireKeyframe, problems)
  checkSegments(frames.interpolationSegments, keyframes, problems)
  checkVisibility(frames.visibilityRanges, problems)
  checkControlPoints(frames, problems)
  return problems.slice(0, mostProblems)
}

/** The highest frame number that the counter columns of an annotation and GraphQL's Int can hold. */
export const highestFrame = 2 ** 31 - 1

/**
 * Returns the first box whose frame number does not fit into the columns, as `boxes.1.frameNumber: must be at most
 * 2147483647`; null if all fit. This limit applies even where sequences are accepted unchecked.
 */
export function frameOutOfRange(frames: unknown): string | null {
  const boxes = isObject(frames) && Array.isArray(frames.boxes) ? (frames.boxes as unknown[]) : []
  for (const [i, box] of boxes.entries()) {
    const frame = isObject(box) ? box.frameNumber : undefined
    if (typeof frame !== 'number') continue
    if (frame > highestFrame) return `boxes.${i}.frameNumber: must be at most ${highestFrame}`
    if (frame < -highestFrame) return `boxes.${i}.frameNumber: must be at least ${-highestFrame}`
  }
  return null
}

type Span = { first: number; last: number }

/** Checks the boxes. Returns the first and last keyframe number; null without keyframes. */
function checkBoxes(boxes: unknown, requireKeyframe: boolean, problems: Problem[]): Span | null {
  if (boxes !== undefined && boxes !== null && !Array.isArray(boxes)) {
    problems.push({ path: 'boxes', reason: 'must be an array', structural: true })
    return null
  }
  const keyframes = new KeyframeNumbers()
  let hasKeyframe = false
  let previous = -Infinity
  let ordered = true
  const list: readonly unknown[] = boxes ?? []
  for (let i = 0; i < list.length && problems.length < mostProblems; i++) {
    const box = list[i]
    hasKeyframe ||= isObject(box) && box.isKeyframe !== false
    if (!isObject(box)) problems.push({ path: `boxes.${i}`, reason: 'must be an object', structural: true })
    else if (checkBox(box, i, problems)) {
      const frame = box.frameNumber as number
      const twice = box.isKeyframe !== false && !keyframes.add(frame)
      if (twice) problems.push(ofBox(i, 'frameNumber', `Two keyframes at frame ${frame}`))
      if (ordered && frame <= previous && !(twice && frame === previous)) {
        ordered = false
        problems.push(ofBox(i, 'frameNumber', 'Frame numbers must be in ascending order'))
      }
      previous = frame
    }
  }
  if (requireKeyframe && !hasKeyframe) {
    problems.push({ path: 'boxes', reason: 'Sequence must have at least one keyframe', structural: false })
  }
  return keyframes.span
}

/** The frames of the keyframes seen so far. While they ascend, as in valid sequences, no Set is built. */
class KeyframeNumbers {
  private readonly ascending: number[] = []
  private all: Set<number> | null = null
  private first = Infinity
  private last = -Infinity

  /** Adds a frame and returns whether it is new. */
  add(frame: number): boolean {
    const isLast = frame > this.last
    if (isLast) this.last = frame
    if (frame < this.first) this.first = frame
    if (isLast && !this.all) this.ascending.push(frame)
    else {
      this.all ??= new Set(this.ascending)
      if (this.all.has(frame)) return false
      this.all.add(frame)
    }
    return true
  }

  get span(): Span | null {
    return this.first <= this.last ? { first: this.first, last: this.last } : null
  }
}

const axes = ['x', 'y', 'width', 'height'] as const
const optionalFields = [
  { name: 'isKeyframe', type: 'boolean' },
  { name: 'visible', type: 'boolean' },
  { name: 'confidence', type: 'number' },
] as const

/** Returns a problem with one member of the box at position `at`. */
function ofBox(at: number, name: string, reason: string, structural = false): Problem {
  return { path: `boxes.${at}.${name}`, reason, structural }
}

/** Checks one box at position `at`. Returns whether its frame number can be compared with others. */
function checkBox(box: Record<string, unknown>, at: number, problems: Problem[]): boolean {
  const frame = box.frameNumber
  const placed = typeof frame === 'number'
  if (!placed) problems.push(ofBox(at, 'frameNumber', 'must be a number', true))
  else if (!Number.isSafeInteger(frame))
    problems.push(ofBox(at, 'frameNumber', `Frame number ${frame} is not an integer`))
  else if (frame < 0) problems.push(ofBox(at, 'frameNumber', `Frame number ${frame} is negative`))
  else if (frame > highestFrame)
    problems.push(ofBox(at, 'frameNumber', `Frame number ${frame} is greater than ${highestFrame}`))
  for (const name of axes) {
    const value = box[name]
    if (typeof value === 'number' && Number.isFinite(value) && (value > 0 || name === 'x' || name === 'y')) continue
    const where = placed ? String(frame) : '?'
    if (typeof value !== 'number') problems.push(ofBox(at, name, 'must be a number', true))
    else if (!Number.isFinite(value)) problems.push(ofBox(at, name, `Box at frame ${where} has a non-finite position`))
    else problems.push(ofBox(at, name, `Box at frame ${where} has a non-positive size`))
  }
  for (const { name, type } of optionalFields) {
    const value = box[name]
    if (value !== undefined && value !== null && typeof value !== type)
      problems.push(ofBox(at, name, `must be a ${type}`, true))
  }
  return placed && !Number.isNaN(frame)
}

type Interval = { start: number; end: number; path: string }

function checkSegments(value: unknown, keyframes: Span | null, problems: Problem[]): void {
  const segments = intervals(value, 'interpolationSegments', problems)
  for (const { start, end, path } of segments) {
    if (keyframes && (start < keyframes.first || end > keyframes.last)) {
      problems.push({
        path,
        reason: `Interpolation segment ${start}-${end} lies outside the keyframes`,
        structural: false,
      })
    }
  }
  checkOverlap(segments, (start, end) => start < end, 'Interpolation segments overlap at frame', problems)
}

/**
 * The control points of a bezier may be absent, two points of finite numbers, or an object with two points for any of
 * x, y, width and height.
 */
function checkControlPoints(frames: Record<string, unknown>, problems: Problem[]): void {
  const segments = Array.isArray(frames.interpolationSegments) ? (frames.interpolationSegments as unknown[]) : []
  const owners: [path: string, owner: unknown, type: unknown][] = [
    ['controlPoints', frames, frames.interpolationMode],
    ...segments.map((one, i): [string, unknown, unknown] => [
      `interpolationSegments.${i}.controlPoints`,
      one,
      isObject(one) ? one.type : undefined,
    ]),
  ]
  for (const [path, owner, type] of owners) {
    const points = isObject(owner) ? owner.controlPoints : undefined
    if (motionWord(type) !== 'bezier' || points === undefined || points === null) continue
    const lists = isObject(points) && !Array.isArray(points) ? axes.map((axis) => points[axis]) : [points]
    const isWrong = (!isObject(points) && !Array.isArray(points)) || lists.some((list) => !arePoints(list))
    if (isWrong)
      problems.push({ path, reason: 'Control points must be two points with finite x and y', structural: false })
  }
}

function arePoints(list: unknown): boolean {
  if (list === undefined || list === null) return true
  if (!Array.isArray(list) || (list.length !== 2 && list.length !== 0)) return false
  return list.every((point: unknown) => isObject(point) && Number.isFinite(point.x) && Number.isFinite(point.y))
}

function checkVisibility(value: unknown, problems: Problem[]): void {
  const ranges = intervals(value, 'visibilityRanges', problems)
  checkOverlap(ranges, (start, end) => start <= end, 'Visibility ranges overlap at frame', problems)
}

function intervals(value: unknown, name: string, problems: Problem[]): Interval[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    problems.push({ path: name, reason: 'must be an array', structural: true })
    return []
  }
  return value.flatMap((item: unknown, i): Interval[] => {
    const path = `${name}.${i}`
    if (!isObject(item)) {
      problems.push({ path, reason: 'must be an object', structural: true })
      return []
    }
    const { startFrame, endFrame } = item
    if (typeof startFrame === 'number' && typeof endFrame === 'number') {
      return startFrame <= endFrame ? [{ start: startFrame, end: endFrame, path }] : []
    }
    const missing = typeof startFrame === 'number' ? 'endFrame' : 'startFrame'
    problems.push({ path: `${path}.${missing}`, reason: 'must be a number', structural: true })
    return []
  })
}

/**
 * Reports one problem for each interval that begins before the intervals before it have ended. `meets` returns whether
 * intervals that share an end overlap.
 */
function checkOverlap(
  list: Interval[],
  meets: (start: number, end: number) => boolean,
  text: string,
  problems: Problem[],
): void {
  let reach = -Infinity
  for (const { start, end, path } of [...list].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (meets(start, reach)) problems.push({ path, reason: `${text} ${start}`, structural: false })
    reach = Math.max(reach, end)
  }
}
