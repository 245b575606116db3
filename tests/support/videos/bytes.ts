// What ffmpeg does not write is written into its files afterwards.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { programPath } from '@parallax/model-service/media/binaries.js'

function change(path: string, act: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path)
  act(bytes)
  writeFileSync(path, bytes)
}

/** Removes the default frame duration, which ffmpeg writes wrongly and recorders of variable rate do not write. */
export const withoutDefaultDuration = (path: string) =>
  change(path, (bytes) => {
    const start = bytes.indexOf(Buffer.from([0x23, 0xe3, 0x83]))
    const length = bytes[start + 3]! & 0x7f
    bytes.set([0xec, 0x80 | (length + 2)], start)
  })

/** Writes the matrix of the track header directly, because programs disagree on the direction of rotation angles. */
export const setMatrix = (path: string, [a, b, c, d]: readonly [number, number, number, number]) =>
  change(path, (bytes) => {
    const matrix = bytes.indexOf('tkhd') + 44
    ;[a, b, 0, c, d].forEach((value, i) => bytes.writeInt32BE(value * 65_536, matrix + 4 * i))
  })

/** Switches the first track of an MP4 file off. */
export const disableFirstTrack = (path: string) =>
  change(path, (bytes) => {
    const flags = bytes.indexOf('tkhd') + 7
    bytes[flags] = bytes[flags]! & ~1
  })

/** Makes all headers of an MP4 file claim a length, in seconds. */
export const claimSeconds = (path: string, seconds: number) =>
  change(path, (bytes) => {
    const scaleOf = (box: string) => bytes.readUInt32BE(bytes.indexOf(box) + 16)
    for (const box of ['mvhd', 'mdhd']) bytes.writeUInt32BE(seconds * scaleOf(box), bytes.indexOf(box) + 20)
    bytes.writeUInt32BE(seconds * scaleOf('mvhd'), bytes.indexOf('tkhd') + 24)
  })

/** Gives the last picture of an MP4 file the duration of the one before, where the version of ffmpeg wrote 0. */
export const letLastPictureLast = (path: string) =>
  change(path, (bytes) => {
    const durations = bytes.indexOf('stts') + 8
    const last = durations + 8 * bytes.readUInt32BE(durations)
    if (bytes.readUInt32BE(last) > 0) return
    const ticks = bytes.readUInt32BE(last - 8)
    bytes.writeUInt32BE(ticks, last)
    const scaleOf = (box: string) => bytes.readUInt32BE(bytes.indexOf(box) + 16)
    const lengthen = (box: string, offset: number, by: number) => {
      const length = bytes.indexOf(box) + offset
      bytes.writeUInt32BE(bytes.readUInt32BE(length) + by, length)
    }
    const ofMovie = Math.round((ticks / scaleOf('mdhd')) * scaleOf('mvhd'))
    lengthen('mdhd', 20, ticks)
    lengthen('mvhd', 20, ofMovie)
    lengthen('tkhd', 24, ofMovie)
    lengthen('elst', 12, ofMovie)
  })

/** Makes a Matroska file claim a length, in milliseconds. */
export const claimMilliseconds = (path: string, milliseconds: number) =>
  change(path, (bytes) => bytes.writeDoubleBE(milliseconds, bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3))

interface Packet {
  pos: number
  size: number
}

function packetsOf(path: string): Packet[] {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pos,size', '-of', 'json', path]
  const { packets } = JSON.parse(execFileSync(programPath('ffprobe'), args).toString()) as { packets: Packet[] }
  return packets.map(({ pos, size }) => ({ pos: Number(pos), size: Number(size) }))
}

/** Overwrites the content of some packets with noise. */
export const damagePackets = (path: string, numbers: readonly number[]) => {
  const packets = packetsOf(path)
  change(path, (bytes) => {
    for (const { pos, size } of numbers.map((number) => packets[number]!))
      for (let at = pos; at < pos + size; at++) bytes[at] = (at * 7919) & 0xff
  })
}

/** Turns the blocks of some packets of a Matroska file into padding: the packets are missing then. */
export const dropBlocks = (path: string, numbers: readonly number[]) => {
  const packets = packetsOf(path)
  change(path, (bytes) => {
    for (const { pos } of numbers.map((number) => packets[number]!)) {
      // The position is that of the element, or that of its content, depending on the version of ffprobe.
      const start = [pos, ...Array.from({ length: 16 }, (_, i) => pos - i)].find((at) => bytes[at] === 0xa3)
      if (start === undefined) throw new Error(`no block at ${pos} of ${path}`)
      bytes[start] = 0xec
    }
  })
}
