import { trackBoxes } from '../../../annotations/sequences/track-boxes.js'
import { occluded } from './cvat-box.js'
import type { FormatSource } from './format.js'
import { selectTracks } from './tracks.sql.js'
import { pixels, tracksOf, type Track } from './tracks.js'

/**
 * Yields MOT 1.1, the file gt.txt of one video: frame (from 1), track, left, top, width, height, 1 (the box counts),
 * class and visibility. The class is the line number in labels.txt.
 */
export async function* mot({ where, naming, labels, copy }: FormatSource) {
  const classes = new Map(namesOf(labels).map((name, i) => [name, i + 1]))
  for await (const track of tracksOf(copy(selectTracks(where, naming, 'age'))))
    yield linesOf(track, classes.get(track.name) ?? 0)
}

function* linesOf({ number, frames }: Track, classNumber: number): Generator<string> {
  for (const one of trackBoxes(frames)) {
    if (!one.isSeen) continue
    const { frameNumber, x, y, width, height } = one.box
    const place = `${pixels(x)},${pixels(y)},${pixels(width)},${pixels(height)}`
    yield `${frameNumber + 1},${number},${place},1,${classNumber},${occluded(one) ? 0 : 1}\n`
  }
}

/**
 * Yields the file labels.txt of MOT 1.1: the names of the classes, one per line; line ends within a name become blanks.
 */
export async function* motLabels({ labels }: FormatSource) {
  yield namesOf(labels).map((name) => `${name.replace(/[\r\n\u0085\u2028\u2029]+/g, ' ')}\n`)
}

const namesOf = (labels: FormatSource['labels']) => [...new Set(labels.map(({ name }) => name))]
