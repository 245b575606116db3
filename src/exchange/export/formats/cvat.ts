import { trackBoxes, type TrackBox } from '../../../annotations/sequences/track-boxes.js'
import { attributesOf, depth, occluded } from './cvat-box.js'
import type { FormatSource } from './format.js'
import { selectTracks, type TrackedVideo } from './tracks.sql.js'
import { pixels, tracksOf, type Track } from './tracks.js'

/**
 * Yields CVAT for video 1.1, the annotations.xml of a task with one video. Like CVAT itself, it lists the box on each
 * frame and marks as keyframes those that CVAT needs to compute the others.
 */
export async function* cvat({ where, naming, labels, videos, copy }: FormatSource) {
  const [video] = videos
  if (!video) return
  const lastFrame = (video.frameCount ?? video.lastFrame + 1) - 1
  yield [headOf(video, lastFrame, new Set(labels.map(({ name }) => name)))]
  for await (const track of tracksOf(copy(selectTracks(where, naming, 'age')))) yield trackText(track, lastFrame)
  yield ['</annotations>\n']
}

function headOf(video: TrackedVideo, lastFrame: number, names: ReadonlySet<string>): string {
  const { id, filename, width, height } = video
  const source = element('source', filename ?? id)
  const labels = [...names].map(
    (name) =>
      `        <label>\n          ${element('name', name)}\n          <attributes></attributes>\n        </label>\n`,
  )
  const size =
    width === null || height === null
      ? ''
      : `      <original_size>\n        <width>${width}</width>\n        <height>${height}</height>\n      </original_size>\n`
  return `<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta>
    <task>
      ${element('name', filename ?? id)}
      <size>${lastFrame + 1}</size>
      <mode>interpolation</mode>
      <start_frame>0</start_frame>
      <stop_frame>${lastFrame}</stop_frame>
      <frame_filter></frame_filter>
      <labels>
${labels.join('')}      </labels>
${size}      ${source}
    </task>
    ${source}
  </meta>
`
}

function* trackText({ number, name, source, frames }: Track, lastFrame: number): Generator<string> {
  const made = source === 'manual' ? 'manual' : 'auto'
  yield `  <track id="${number}" label="${escaped(name)}" source="${made}">\n`
  let last: TrackBox | undefined
  for (const one of trackBoxes(frames)) {
    yield boxText(one)
    last = one
  }
  // CVAT shows the last box on all later frames, unless another box states that the object has left the picture.
  if (last?.isSeen && last.box.frameNumber < lastFrame) {
    const box = { ...last.box, frameNumber: last.box.frameNumber + 1 }
    yield boxText({ ...last, box, isSeen: false, isNeeded: true })
  }
  yield '  </track>\n'
}

function boxText(one: TrackBox): string {
  const { frameNumber, x, y, width, height } = one.box
  const marks = `outside="${one.isSeen ? 0 : 1}" occluded="${occluded(one) ? 1 : 0}" keyframe="${one.isNeeded ? 1 : 0}"`
  const corners = `xtl="${pixels(x)}" ytl="${pixels(y)}" xbr="${pixels(x + width)}" ybr="${pixels(y + height)}"`
  const start = `    <box frame="${frameNumber}" ${marks} ${corners} z_order="${depth(one)}">\n`
  const attributes = attributesOf(one).map(
    ([name, value]) => `      <attribute name="${escaped(name)}">${escaped(value)}</attribute>\n`,
  )
  return `${start}${attributes.join('')}    </box>\n`
}

const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Returns a text escaped for an attribute or element; characters that XML 1.0 does not allow become U+FFFD. */
function escaped(text: string): string {
  return text.replace(/[&<>"\n\r\t]/g, (one) => entities[one] ?? one).replace(/[\0-\x1f\ufffe\uffff]/g, '\ufffd')
}
