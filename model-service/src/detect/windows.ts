import type { VideoFacts } from '../media/pictures.js'

/** A range of frames that is decoded in one run. */
export interface DecodeWindow {
  /** First and last frame to decode, both included. */
  from: number
  to: number
  /** The wanted frames inside, ascending. */
  targets: number[]
}

/** Size and sampling of the background range of a frame. */
export interface WindowShape {
  /** The number of frames on each side of a wanted frame that belong to its background range. */
  reach: number
  /** One frame in every `stride` is a sample of the background. */
  stride: number
}

const reachSeconds = 3
const backgroundFrames = 12

/**
 * Chooses the frames around a wanted frame that its background is computed from: three seconds to each side, or all of
 * a shorter video, of which about twelve are samples.
 */
export function windowShape(video: VideoFacts): WindowShape {
  const reach = Math.max(4, Math.round(reachSeconds * video.fps))
  const span = Math.min(video.frameCount, 2 * reach)
  return { reach, stride: Math.max(1, Math.floor(span / backgroundFrames)) }
}

/**
 * Returns the background range of a wanted frame: `reach` frames on both sides. Near an end of the video it is moved
 * inwards and keeps its length.
 */
export function rangeAround(target: number, video: VideoFacts, { reach }: WindowShape): { from: number; to: number } {
  const last = video.frameCount - 1
  return {
    from: Math.max(0, Math.min(target - reach, last - 2 * reach)),
    to: Math.min(last, Math.max(target + reach, 2 * reach)),
  }
}

/** Returns the ranges to decode for some wanted frames, ascending; overlapping ranges are merged. */
export function decodeWindows(frameNumbers: number[], video: VideoFacts, shape: WindowShape): DecodeWindow[] {
  const windows: DecodeWindow[] = []
  for (const target of frameNumbers) {
    const { from, to } = rangeAround(target, video, shape)
    const open = windows.at(-1)
    if (open && from <= open.to) {
      open.to = Math.max(open.to, to)
      open.targets.push(target)
    } else windows.push({ from, to, targets: [target] })
  }
  return windows
}
