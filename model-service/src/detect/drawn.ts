import { createHash } from 'node:crypto'
import type { VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import type { DrawnBox } from '../media/thumbnail.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import { picturesAt } from './detect.js'

/** Objects of lower confidence are not drawn, just as summaries do not mention them. */
const sure = 0.5

/** Returns the boxes of the objects that the detector recognises in a frame, each class in its own colour. */
export async function boxesToDraw(
  video: VideoFacts,
  frame: number,
  detector: ObjectDetector,
  limits: RunLimits,
): Promise<DrawnBox[]> {
  for await (const { pixels } of picturesAt(video, [frame], detector.side, limits)) {
    const objects = await detector.detect(pixels, limits.signal)
    return objects
      .filter(({ confidence }) => confidence >= sure)
      .map(({ name, box }) => ({ box, colour: colourOf(name) }))
  }
  return []
}

/** Returns a bright colour, always the same for a class, as six hexadecimal digits. */
function colourOf(name: string): string {
  if (name === 'person') return '00ff40'
  const [r, g, b] = createHash('sha256').update(name).digest()
  return [r! | 0x80, g!, b! | 0x40].map((value) => value.toString(16).padStart(2, '0')).join('')
}
