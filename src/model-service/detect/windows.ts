import type { VideoFacts } from '../media/probe.js'

export interface DecodeWindow {
  /** Frames to decode, both included. */
  from: number
  to: number
  /** Wanted frames inside, ascending. */
  targets: number[]
}

export interface WindowShape {
  /** Frames looked at on each side of a wanted one. */
  reach: number
  /** Every so many frames one counts for the background. */
  stride: number
}

const reachSeconds = 3
const backgroundFrames = 12

/** How far around a frame the background is taken from: three seconds to each side, or all of a shorter video. */
export function windowShape(video: VideoFacts): WindowShape {
  const reach = Math.max(4, Math.round(reachSeconds * video.fps))
  const span = Math.min(video.frameCount, 2 * reach)
  return { reach, stride: Math.max(1, Math.floor(span / backgroundFrames)) }
}

/** Frames around a wanted one, as many on both sides; at an end of the video further inwards instead. */
export function rangeAround(target: number, video: VideoFacts, { reach }: WindowShape): { from: number; to: number } {
  const last = video.frameCount - 1
  return {
    from: Math.max(0, Math.min(target - reach, last - 2 * reach)),
    to: Math.min(last, Math.max(target + reach, 2 * reach)),
  }
}

/** Ranges to decode for some frames, ascending; ranges that overlap are one. */
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
