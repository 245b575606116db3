import { createHash } from 'node:crypto'
import type { VideoFacts } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import { timeInside, type DrawnBox } from '../media/thumbnail.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import { picturesAt } from './detect.js'

/** What is less sure is not drawn, as summaries do not tell of it. */
const sure = 0.5

/** What the detector recognises in the frame of a moment (seconds), each class in a colour of its own. */
export async function boxesToDraw(
  video: VideoFacts,
  timestamp: number,
  detector: ObjectDetector,
  limits: RunLimits,
): Promise<DrawnBox[]> {
  // The frame that a picture of this time shows is the first at or after it.
  const frame = Math.min(video.frameCount - 1, Math.ceil(timeInside(video, timestamp) * video.fps - 1e-6))
  for await (const { pixels } of picturesAt(video, [frame], detector.side, limits)) {
    const objects = await detector.detect(pixels, limits.signal)
    return objects
      .filter(({ confidence }) => confidence >= sure)
      .map(({ name, box }) => ({ box, colour: colourOf(name) }))
  }
  return []
}

/** Bright, and always the same for a class. */
function colourOf(name: string): string {
  if (name === 'person') return '00ff40'
  const [r, g, b] = createHash('sha256').update(name).digest()
  return [r! | 0x80, g!, b! | 0x40].map((value) => value.toString(16).padStart(2, '0')).join('')
}
