import type { FrameClock } from '@parallax/shared/frame-clock.js'
import type { Detection, DetectionResult } from './detect.service.js'

/**
 * Returns the numbers of the frames that are searched at `perSecond` frames a second; the first frame is always
 * included.
 */
export function sampledFrames({ count, rate }: Pick<FrameClock, 'count' | 'rate'>, perSecond: number): number[] {
  const step = Math.max(1, Math.round(rate.numerator / rate.denominator / perSecond))
  return Array.from({ length: Math.ceil(count / step) }, (_one, at) => at * step)
}

/**
 * Joins the tracks of detections that were made in parts of a video, one after the other. Each part begins with the
 * last frame of the part before, so an object has the same box on that frame in both.
 */
export class TrackChain {
  readonly frames: DetectionResult['frames'] = []
  private parts = 0

  add(frames: DetectionResult['frames']): void {
    const [first, ...rest] = frames
    const before = this.frames.at(-1)
    if (!first) return
    const part = this.parts++
    const isShared = before?.frameNumber === first.frameNumber
    const named = new Map<string, string>()
    if (isShared)
      for (const { trackId, ...one } of first.detections) {
        const same = before.detections.find((other) => isSame(one, other))
        if (trackId !== null && same?.trackId) named.set(trackId, same.trackId)
      }
    for (const frame of isShared ? rest : frames) {
      const detections = frame.detections.map((one) => {
        const { trackId } = one
        return { ...one, trackId: trackId === null ? null : (named.get(trackId) ?? `${part} ${trackId}`) }
      })
      this.frames.push({ ...frame, detections })
    }
  }
}

function isSame(one: Omit<Detection, 'trackId'>, other: Detection): boolean {
  const sides = ['x', 'y', 'width', 'height'] as const
  return one.label === other.label && sides.every((side) => Math.abs(one[side] - other[side]) < 1e-6)
}
