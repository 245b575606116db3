import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../../src/model-service/media/binaries.js'

// Videos whose pictures show their frame number in binary: twelve squares, black for 0 and white for 1.

const square = 32
const columns = 6
const [width, height] = [columns * square, 2 * square]
const frames = 90

export interface NumberedVideo {
  name: string
  /** The rotation that players apply, in degrees clockwise. */
  rotation: number
  /** The number in the picture of the first frame that is shown. */
  first: number
  /**
   * Whether the file makes Chromium draw a wrong frame when it seeks while paused: the file has no durations of its
   * uneven frames (WebM), or decoding times that run ever further ahead (B-frames). The browser still reports the
   * right time of the frame that it draws.
   */
  misleads: boolean
}

/** Code for the page that reads the number; `context` is the 2D context of a canvas of the size of the video. */
export const readNumber = `(context, rotation) => {
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  let number = 0
  for (let bit = 0; bit < 12; bit++) {
    const [a, b] = [(bit % ${columns}) * ${square} + ${square / 2}, Math.floor(bit / ${columns}) * ${square} + ${square / 2}]
    const [x, y] = { 0: [a, b], 90: [width - 1 - b, a], 180: [width - 1 - a, height - 1 - b], 270: [b, height - 1 - a] }[rotation]
    if (data[(y * width + x) * 4] > 128) number |= 1 << bit
  }
  return number
}`

function pictures(): Buffer {
  const bytes = Buffer.alloc(width * height * frames)
  for (let frame = 0; frame < frames; frame++) {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const bit = Math.floor(y / square) * columns + Math.floor(x / square)
        bytes[(frame * height + y) * width + x] = (frame >> bit) & 1 ? 235 : 20
      }
    }
  }
  return bytes
}

/** Makes the videos in a folder: constant and variable rates, B-frames, edit lists, rotations, late starts. */
export function makeNumberedVideos(folder: string): NumberedVideo[] {
  const made: NumberedVideo[] = []
  const input = pictures()
  const at = (name: string) => join(folder, name)
  const ffmpeg = (args: string[]) =>
    execFileSync(programPath('ffmpeg'), ['-v', 'error', '-y', ...args], { input: args.includes('pipe:0') ? input : '' })
  const add = (name: string, args: string[], { rotation = 0, first = 0, misleads = false } = {}) => {
    ffmpeg([...args, at(name)])
    made.push({ name, rotation, first, misleads })
  }
  const raw = (rate: string) => [
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-s',
    `${width}x${height}`,
    '-r',
    rate,
    '-i',
    'pipe:0',
  ]
  const h264 = (bFrames: number) =>
    `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf ${bFrames} -g 12 -b_strategy 0`.split(' ')
  const webm = (codec: string) => `-c:v ${codec} -pix_fmt yuv420p -deadline realtime -cpu-used 8 -g 20`.split(' ')

  const rates = { '2997': '30000/1001', '23976': '24000/1001', '25': '25', '5994': '60000/1001', '125': '12.5' }
  for (const [word, rate] of Object.entries(rates)) {
    add(`plain-${word}.mp4`, [...raw(rate), ...h264(0)])
    add(`b-frames-${word}.mp4`, [...raw(rate), ...h264(3)])
    add(`vp8-${word}.webm`, [...raw(rate), ...webm('libvpx')])
    add(`vp9-${word}.webm`, [...raw(rate), ...webm('libvpx-vp9')])
  }

  // ffmpeg expressions for when frame N is shown, in seconds.
  const times = {
    uneven: '(N+0.37*mod(N*7,5)/5+floor(N/10)*3)/25',
    slower: '(N*N/90+N)/30',
    still: '(N+floor(N/8)*25)/30',
  }
  const fine = ['-video_track_timescale', '90000']
  for (const [word, time] of Object.entries(times)) {
    const placed = ['-vf', `settb=1/90000,setpts='${time}/TB'`, '-vsync', '0', '-enc_time_base', '1:90000']
    add(`${word}.mp4`, [...raw('25'), ...placed, ...h264(0), ...fine])
    if (word === 'uneven') add(`${word}.webm`, [...raw('25'), ...placed, ...webm('libvpx')], { misleads: true })
    if (word === 'uneven') withoutDefaultDuration(at(`${word}.webm`))
    if (word === 'slower')
      add(`b-frames-${word}.mp4`, [...raw('25'), ...placed, ...h264(2), ...fine], { misleads: true })
  }

  for (const [rotation, [cosine, sine]] of Object.entries({ 90: [0, 1], 180: [-1, 0], 270: [0, -1] })) {
    const name = `turned-${rotation}.mp4`
    add(name, ['-i', at('b-frames-2997.mp4'), '-c', 'copy'], { rotation: Number(rotation) })
    turn(at(name), cosine!, sine!)
  }
  // Cut without re-encoding: the stream begins at a keyframe before the cut, and an edit list skips to the cut.
  add('cut-b-frames.mp4', ['-ss', '0.7', '-i', at('b-frames-2997.mp4'), '-c', 'copy'], { first: 21 })
  add('cut.mp4', ['-ss', '0.7', '-i', at('plain-25.mp4'), '-c', 'copy'], { first: 18 })
  const sound = '-f lavfi -i sine=d=4 -map 0:v -map 1:a -c:v copy'.split(' ')
  add('late.mp4', ['-itsoffset', '0.3', '-i', at('b-frames-25.mp4'), ...sound, '-c:a', 'aac', '-strict', '-2'])
  add('late.webm', ['-itsoffset', '0.3', '-i', at('vp8-25.webm'), ...sound, '-c:a', 'libvorbis'])
  add('fragmented.mp4', ['-i', at('plain-2997.mp4'), '-c', 'copy', '-movflags', 'frag_keyframe+empty_moov'])
  return made
}

/** Removes the default frame duration, which ffmpeg writes wrongly and recorders of variable rate do not write. */
function withoutDefaultDuration(path: string): void {
  const bytes = readFileSync(path)
  const start = bytes.indexOf(Buffer.from([0x23, 0xe3, 0x83]))
  const length = bytes[start + 3]! & 0x7f
  bytes.set([0xec, 0x80 | (length + 2)], start)
  writeFileSync(path, bytes)
}

/** Writes the matrix of the track header directly, because programs disagree on the direction of rotation angles. */
function turn(path: string, cosine: number, sine: number): void {
  const bytes = readFileSync(path)
  const matrix = bytes.indexOf('tkhd') + 44
  ;[cosine, sine, 0, -sine, cosine].forEach((value, i) => bytes.writeInt32BE(value * 65_536, matrix + 4 * i))
  writeFileSync(path, bytes)
}
