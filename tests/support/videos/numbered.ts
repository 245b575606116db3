// Makes videos whose pictures show their own number: about a second each, of every kind that people have.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '@parallax/model-service/media/binaries.js'
import { numberIn, pictures, size, type Area } from './pictures.js'

export interface NumberedVideo {
  name: string
  /** The numbers of the pictures that players show, in order. */
  numbers: number[]
  /** When a player begins to show each of them, in `currentTime`. */
  times: number[]
  /** How far the times of the file may be from that, because its ticks are coarse. */
  tolerance: number
  /** The size as displayed; `areaOf` says where in it a picture of another shape is shown. */
  width: number
  height: number
  areaOf?(number: number): Area | undefined
  rotation: number
  mirrored: boolean
  /**
   * Whether Chromium plays the file, and whether it draws the right picture where it seeks while paused. `misled`:
   * uneven pictures without durations (WebM), or decoding times that run ever further ahead (B-frames); it still
   * reports the right time of what it draws.
   */
  browser: 'plays' | 'misled' | 'refuses'
}

/** Times may be said by a function of the number of a picture. */
type Made = Partial<Omit<NumberedVideo, 'name'>> & { timeOf?(number: number): number }

/** The tools with which a list of videos is made. */
export interface Maker {
  ffmpeg(args: readonly string[], input?: Buffer): void
  at(name: string): string
  /** Registers a file as made; what is not said is as in `usual`. */
  add(name: string, said?: Made): void
}

export const frames = 40
export const range = (from: number, to = frames) => Array.from({ length: to - from }, (_, i) => from + i)
export const at = (rate: number) => (number: number) => number / rate

/** Arguments that read numbered pictures from stdin. */
export const raw = (rate: string) =>
  `-f rawvideo -pix_fmt gray -s ${size.width}x${size.height} -r ${rate} -i pipe:0`.split(' ')
export const h264 = (bFrames = 0, more = '') =>
  `-c:v libx264 -preset ultrafast -pix_fmt yuv420p -bf ${bFrames} -g 12 -b_strategy 0 ${more}`.trim().split(' ')
export const webm = (codec: string) => `-c:v ${codec} -pix_fmt yuv420p -deadline realtime -cpu-used 8 -g 20`.split(' ')

export const allPictures = pictures(range(0))

/** Makes lists of videos in a folder. */
export function makeVideos(folder: string, ...lists: ((make: Maker) => void)[]): NumberedVideo[] {
  const made: NumberedVideo[] = []
  const pathOf = (name: string) => join(folder, name)
  const maker: Maker = {
    at: pathOf,
    ffmpeg: (args, input) =>
      void execFileSync(programPath('ffmpeg'), ['-v', 'error', '-y', ...args], {
        input: input ?? (args.includes('pipe:0') ? allPictures : ''),
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    add: (name, { timeOf = at(25), ...said } = {}) => {
      const { numbers = range(0) } = said
      made.push({
        ...{ name, numbers, times: numbers.map(timeOf), tolerance: 0.0006, ...size },
        ...{ rotation: 0, mirrored: false, browser: 'plays', ...said },
      })
    },
  }
  for (const list of lists) list(maker)
  // The ffprobe of the npm package is killed by a segmentation fault in every MPEG-TS file.
  const readsStreams = (name: string) =>
    !name.endsWith('.ts') || spawnSync(programPath('ffprobe'), ['-v', 'quiet', pathOf(name)]).status === 0
  return made.filter(({ name }) => readsStreams(name))
}

/** The numbers that one decoding of a whole file shows, from its beginning to its end. */
export function decodedNumbers(path: string): number[] {
  const args = ['-v', 'error', '-i', path, '-map', '0:v:0', '-an', '-vsync', '0']
  args.push('-vf', `scale=${size.width}:${size.height}`, '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1')
  const bytes = execFileSync(programPath('ffmpeg'), args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
  const length = size.width * size.height
  return range(0, bytes.length / length).map((place) => numberIn(bytes.subarray(place * length), size))
}

/** The pictures that one decoding of a whole file shows, with the times that ffprobe tells of them. */
export function decoded(path: string): { numbers: number[]; times: number[] } {
  const args = ['-v', 'quiet', '-select_streams', 'v:0', '-of', 'csv=p=0', path]
  const entries = ['-show_entries', 'frame=best_effort_timestamp_time']
  const lines = execFileSync(programPath('ffprobe'), [...entries, ...args])
    .toString()
    .split('\n')
  return { numbers: decodedNumbers(path), times: lines.filter((line) => /\d/.test(line)).map(parseFloat) }
}

/** One file after the other, as programs that record in pieces leave them. */
export const joined = (to: string, ...from: string[]) =>
  writeFileSync(to, Buffer.concat(from.map((one) => readFileSync(one))))
