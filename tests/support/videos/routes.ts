// What the REST routes say of numbered videos that disagrees with how they were made.

import { sequence } from '../../exchange/lines.js'
import type { Person } from '../api.js'
import { made, unique } from '../workspace.js'
import type { NumberedVideo } from './numbered.js'

type Known = NumberedVideo & { id: string }

/** Some numbers of frames whose time is known: the first and last ones, and some between. */
const some = ({ times: { length } }: NumberedVideo) =>
  [...new Set([0, 1, 2, length >> 2, length >> 1, length - 2, length - 1])].filter((n) => n >= 0 && n < length)

/** A moment at which a player shows the frame. */
function momentOf({ times }: NumberedVideo, frame: number) {
  const [begins, next] = [times[frame]!, times[frame + 1]]
  return (next === undefined ? begins + 0.002 : (begins + next) / 2).toFixed(6)
}

/** What is wrong with the numbers and times of frames, asked for by either. */
export async function wrongFrames(admin: Person, videos: readonly Known[]): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const video of videos)
    for (const frame of some(video)) {
      const path = `/api/videos/${video.id}/frames`
      const byNumber = await made(admin.get(`${path}?frame=${frame}`))
      const byTime = await made(admin.get(`${path}?time=${momentOf(video, frame)}`))
      const off = byNumber.frame.start - video.times[frame]!
      if (Math.abs(off) > video.tolerance) wrong.push([video.name, frame, 'begins', byNumber.frame.start])
      if (byTime.frame.frame !== frame) wrong.push([video.name, frame, 'at its time', byTime.frame.frame])
      const { width, height } = byNumber.probe
      if (width !== video.width || height !== video.height) wrong.push([video.name, width, height])
    }
  return wrong
}

/** What is wrong with the frames of boxes, drawn and exported; each video gets an annotation. */
export async function wrongBoxes(admin: Person, videos: readonly Known[]): Promise<unknown[]> {
  const persona = { name: unique('p'), role: 'r', informationNeed: 'i' }
  const personaId = (await made(admin.post('/api/personas', persona))).id
  const wrong: unknown[] = []
  for (const video of videos) {
    const { id, name, numbers, times, tolerance } = video
    const last = numbers.length - 1
    if (last < 1) continue
    const frames = sequence([0, last])
    frames.boxes.forEach((box: { x: number }, i: number) => (box.x = i * last))
    const drawn = { videoId: id, personaId, type: 'type', label: 't1', frames }
    await made(admin.post('/api/annotations', drawn))
    for (const frame of some(video)) {
      const { boxes } = await made(admin.get(`/api/videos/${id}/boxes?time=${momentOf(video, frame)}`))
      const x = boxes[0]?.x
      if (boxes.length !== 1 || Math.abs(x - frame) > 1e-6) wrong.push([name, frame, 'has its box at', x])
    }
    const { text } = await admin.get(`/api/export?includeInterpolated=true&videoIds=${id}`)
    const boxes = JSON.parse(text.trim()).boundingBoxSequence.boxes as { frameNumber: number; time: number }[]
    if (boxes.length !== numbers.length) wrong.push([name, 'exports', boxes.length, 'boxes'])
    for (const { frameNumber, time } of boxes)
      if (frameNumber in times && Math.abs(time - times[frameNumber]!) > tolerance)
        wrong.push([name, frameNumber, 'is exported at', time])
  }
  return wrong
}
