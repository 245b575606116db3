import type { SeenObject } from '../objects/boxes.js'
import { intersectionOverUnion, type Box } from '../vision/box.js'
import { bestMatch, templateOf, type Picture, type Template } from '../vision/template.js'
import { detectorNoise, ObjectTracks, type Track } from './tracks.js'

/** The result for the followed object in one frame. */
export interface Followed {
  /** Frame number. */
  frame: number
  /** The detector's confidence, or the similarity to the template, 0 to 1; null if the object was not found. */
  confidence: number | null
}

/** The intersection over union from which the requested box and a detection count as the same object. */
const sameThing = 0.3
/** The confidence from which a detection may set the class of the object. */
const sure = 0.4
/**
 * Another object of the class whose box overlaps by this much (intersection over union) may be mistaken for the object.
 */
const nearby = 0.1
/** The template score (normalised cross-correlation) from which the object counts as found. */
const alike = 0.6
/**
 * The share of the box that is excluded from the template on each side, because the background shows in the corners.
 */
const margin = 0.12
/** Standard deviation of a position found by template matching, as a share of the object's size. */
const templateNoise = 0.03
/** Seconds without being found after which the object counts as lost. */
const lostAfter = 2
/** Seconds for which other objects of the class are remembered. */
const othersFor = 1

/**
 * Follows one object through pictures in their order. From time to time a detector finds the objects of its class; in
 * between, template matching finds the object by its appearance. Other objects of the class are followed too, so that
 * they are not confused with it; while one of them is near, template matching is not used.
 */
export class Follower {
  readonly steps: Followed[] = []
  private readonly tracks = new ObjectTracks()
  private target: Track | undefined
  private look: { template: Template; width: number; height: number } | undefined

  /**
   * @param box the object in the first picture, in shares of the picture
   * @param fps pictures per second
   */
  constructor(
    private readonly box: Box,
    private readonly fps: number,
  ) {}

  /** The object's class, once the detector has seen it. */
  get name(): string | undefined {
    return this.target?.name
  }

  /**
   * The object's box in each picture so far (fractions of the picture), smoothed over all measurements; the first is
   * the requested box.
   */
  get boxes(): Box[] {
    const [first, ...later] = this.target?.motion.smoothed() ?? []
    if (!first) return []
    // The detector's boxes are assumed to differ from the requested one by the same share of their size throughout.
    const centre = (one: Box) => ({ x: one.x + one.width / 2, y: one.y + one.height / 2 })
    const offset = { x: centre(this.box).x - centre(first).x, y: centre(this.box).y - centre(first).y }
    const mapped = later.map((one) => {
      const grown = { x: one.width / first.width, y: one.height / first.height }
      const [width, height] = [this.box.width * grown.x, this.box.height * grown.y]
      const { x, y } = centre(one)
      return { x: x + offset.x * grown.x - width / 2, y: y + offset.y * grown.y - height / 2, width, height }
    })
    return [this.box, ...mapped]
  }

  /** Why following has ended; undefined while it continues. */
  get ended(): 'lost' | 'left the picture' | undefined {
    const frame = this.steps.at(-1)?.frame
    if (!this.target || frame === undefined) return undefined
    const { x, y, width, height } = this.target.motion.box
    const [across, down] = [x + width / 2, y + height / 2]
    if (across < 0 || across > 1 || down < 0 || down > 1) return 'left the picture'
    return frame / this.fps - this.foundAt > lostAfter ? 'lost' : undefined
  }

  private get foundAt(): number {
    return (this.steps.findLast(({ confidence }) => confidence !== null)?.frame ?? 0) / this.fps
  }

  /** Processes the next picture; `seen` contains the detections in it, undefined if the detector was not used. */
  step(frame: number, picture: Picture, seen: readonly SeenObject[] | undefined): void {
    const seconds = frame / this.fps
    this.tracks.advance(seconds)
    const confidence = this.target ? this.next(this.target, picture, seconds, seen) : this.begin(picture, seen ?? [])
    this.steps.push({ frame, confidence })
  }

  private begin(picture: Picture, seen: readonly SeenObject[]): number {
    const [own] = seen
      .map((one) => ({ one, overlap: intersectionOverUnion(one.box, this.box) }))
      .filter(({ one, overlap }) => one.confidence >= sure && overlap >= sameThing)
      .sort((a, b) => b.overlap - a.overlap)
    this.target = own ? this.tracks.start(own.one) : this.tracks.start({ box: this.box }, { centre: 0.01, size: 0.02 })
    for (const one of seen) if (own && one !== own.one && one.name === own.one.name) this.tracks.start(one)
    this.learn(picture, this.target)
    return own?.one.confidence ?? 1
  }

  private next(
    target: Track,
    picture: Picture,
    seconds: number,
    seen: readonly SeenObject[] | undefined,
  ): number | null {
    const sighting = seen && this.share(target, seen, seconds)
    const isAlone = this.tracks.all.every(
      (other) => other === target || intersectionOverUnion(other.motion.box, target.motion.box) < nearby,
    )
    if (sighting) {
      target.name ??= sighting.name
      target.motion.measure(sighting.box, detectorNoise)
      target.last = sighting.box
      if (isAlone) this.find(target, picture)
      if (isAlone) this.learn(picture, target)
      return sighting.confidence
    }
    // While other objects are near, the match may be one of them. And if the detector has not seen the object for long,
    // the template may have been learnt from the background.
    if (!isAlone || (target.name !== undefined && seconds - target.seenAt > lostAfter)) return null
    return this.find(target, picture)
  }

  /** Assigns the detections of the class to the followed objects; returns the detection of the target, if any. */
  private share(target: Track, seen: readonly SeenObject[], seconds: number): SeenObject | undefined {
    const alikes = seen.filter(({ name, confidence }) =>
      target.name === undefined ? confidence >= sure : name === target.name,
    )
    const owners = this.tracks.match(alikes)
    let own: SeenObject | undefined
    for (const [number, one] of alikes.entries()) {
      const owner = owners[number]
      if (owner === target) own = one
      else if (!owner) this.tracks.start(one)
      else {
        owner.motion.measure(one.box, detectorNoise)
        Object.assign(owner, { last: one.box, seenAt: seconds })
      }
    }
    if (own) target.seenAt = seconds
    this.tracks.forget(othersFor, target)
    return own
  }

  private learn(picture: Picture, { motion }: Track): void {
    const inner = innerOf(motion.box, picture)
    this.look = { template: templateOf(picture, inner), width: inner.width, height: inner.height }
  }

  /** Searches for the template around the expected place; returns its score, or null if the object is not found. */
  private find(target: Track, picture: Picture): number | null {
    const { template, width, height } = this.look!
    const expected = target.motion.box
    const near = {
      x: (expected.x + expected.width / 2) * picture.width - width / 2,
      y: (expected.y + expected.height / 2) * picture.height - height / 2,
    }
    const radius = Math.round(Math.min(24, Math.max(4, 0.2 * Math.max(width, height))))
    const match = bestMatch(picture, template, near, radius)
    if (match.score < alike) return null
    const centre = { x: (match.x + width / 2) / picture.width, y: (match.y + height / 2) / picture.height }
    const box = { ...expected, x: centre.x - expected.width / 2, y: centre.y - expected.height / 2 }
    target.motion.measureCentre(box, templateNoise)
    return Math.round(match.score * 1000) / 1000
  }
}

/** Returns the part of a box inside its margin, in whole pixels of the picture. */
function innerOf({ x, y, width, height }: Box, picture: Picture): Box {
  return {
    x: Math.round((x + margin * width) * picture.width),
    y: Math.round((y + margin * height) * picture.height),
    width: Math.max(4, Math.round((1 - 2 * margin) * width * picture.width)),
    height: Math.max(4, Math.round((1 - 2 * margin) * height * picture.height)),
  }
}
