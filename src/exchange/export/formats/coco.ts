import { startOf } from '@parallax/shared/frame-clock.js'
import { trackBoxes } from '../../../annotations/sequences/track-boxes.js'
import { rowsOf, type ClockOf } from '../sequence-lines.js'
import { selectFrameRanges, selectTrackList, selectTracks, type Label, type TrackedVideo } from './tracks.sql.js'
import { pixels, tracksOf, type Track } from './tracks.js'
import type { FormatSource } from './format.js'

/** A video with its number, and the largest number of images of the videos before it. */
interface Numbered extends TrackedVideo {
  number: number
  imagesBefore: number
}

/**
 * Yields COCO with the members of TAO for videos: `videos`, `tracks`, and `video_id`, `track_id` and `frame_index` in
 * the other members. All ids are numbers from 1. The id of an image is computed from its video and frame, so that
 * neither images nor annotations are kept in memory: there is an image for each frame between the first and the last
 * box on its video. The id of a track is unique in the file; its number, which is unique in its video, is beside it.
 */
export async function* coco({ where, naming, videos, labels, copy, clockOf }: FormatSource) {
  const numbered = numberVideos(videos)
  const categories = new Map(labels.map((label, i) => [categoryKey(label), i + 1]))
  yield [
    '{"info":{"description":"Annotations of videos","version":"1.0"},"licenses":[],"videos":[',
    joined([...numbered.values()].map(videoText)),
    '],\n"categories":[',
    joined(labels.map((label, i) => categoryText(label, i + 1))),
    '],\n"tracks":[',
  ]
  let comma = ''
  let place = 0
  for await (const row of rowsOf(copy(selectTrackList(where, naming)))) {
    const track = JSON.parse(row.toString('utf8')) as Pick<Track, 'id' | 'number' | 'videoId' | 'name' | 'isObject'>
    place += 1
    const ids = { category_id: categories.get(categoryKey(track)), video_id: numbered.get(track.videoId)?.number }
    yield [`${comma}${JSON.stringify({ id: place, ...ids, number: track.number, annotation: track.id })}`]
    comma = ',\n'
  }
  yield ['],\n"annotations":[']
  const counter = { boxes: 0 }
  for await (const track of tracksOf(copy(selectTracks(where, naming, 'age')))) {
    const video = numbered.get(track.videoId)
    if (video) yield boxesOf(track, video, categories.get(categoryKey(track)) ?? 0, counter)
  }
  yield ['],\n"images":[']
  comma = ''
  for await (const row of rowsOf(copy(selectFrameRanges(where)))) {
    const [id = '', range = ''] = row.toString('utf8').split('\x02')
    const [from = 0, end = 0] = range.split(' ').map(Number)
    const video = numbered.get(JSON.parse(id) as string)
    if (video) yield imagesOf(video, { from, end }, video.frameCount === null ? null : await clockOf(video.id), comma)
    comma = ',\n'
  }
  yield [']}\n']
}

const joined = (texts: readonly string[]) => texts.join(',\n')
const categoryKey = ({ name, isObject }: Label) => `${isObject}${name}`

function numberVideos(videos: readonly TrackedVideo[]): Map<string, Numbered> {
  let imagesBefore = 0
  return new Map(
    videos.map((video, i) => {
      const numbered = { ...video, number: i + 1, imagesBefore }
      imagesBefore += Math.max(video.frameCount ?? 0, video.lastFrame + 1)
      return [video.id, numbered]
    }),
  )
}

const sizeOf = ({ width, height }: TrackedVideo) => (width === null || height === null ? {} : { width, height })

function videoText(video: Numbered): string {
  const { id, number, filename } = video
  return JSON.stringify({ id: number, name: filename ?? id, ...sizeOf(video), video: id })
}

function categoryText({ name, isObject }: Label, id: number): string {
  return JSON.stringify({ id, name, supercategory: isObject ? 'object' : 'type' })
}

function* boxesOf(track: Track, video: Numbered, category: number, counter: { boxes: number }): Generator<string> {
  const ids = `"category_id":${category},"video_id":${video.number},"track_id":${track.place}`
  const image = video.imagesBefore + 1
  for (const { box, isSeen } of trackBoxes(track.frames)) {
    if (!isSeen) continue
    counter.boxes += 1
    const [width, height] = [pixels(box.width), pixels(box.height)]
    const place = `[${pixels(box.x)},${pixels(box.y)},${width},${height}]`
    yield `${counter.boxes > 1 ? ',\n' : ''}{"id":${counter.boxes},"image_id":${image + box.frameNumber},${ids},"bbox":${place},"area":${pixels(width * height)},"iscrowd":0}`
  }
}

function* imagesOf(
  video: Numbered,
  { from, end }: { from: number; end: number },
  clock: Awaited<ReturnType<ClockOf>>,
  comma: string,
): Generator<string> {
  const folder = (video.filename ?? video.id).replace(/\.[^./\\]*$/, '')
  const shared = JSON.stringify({ video_id: video.number, ...sizeOf(video) }).slice(1, -1)
  for (let frame = from; frame < end; frame += 1) {
    const file = JSON.stringify(`${folder}/${String(frame).padStart(6, '0')}.jpg`)
    const time = clock && frame < clock.count ? `,"timestamp":${pixels(startOf(clock, frame))}` : ''
    yield `${frame > from ? ',\n' : comma}{"id":${video.imagesBefore + frame + 1},${shared},"frame_index":${frame},"file_name":${file}${time}}`
  }
}
