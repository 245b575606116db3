import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { availableParallelism } from 'node:os'
import { Problem } from '../problem.js'
import { createSlots } from '../slots.js'
import { programPath } from './binaries.js'
import type { Program } from './binaries.js'

/** Limits of the ffmpeg and ffprobe processes of one request. */
export interface RunLimits {
  /** Aborting kills the process. */
  signal: AbortSignal
  /** Longest run of one process, in milliseconds. */
  timeoutMs: number
  /** The pixels of the largest picture that is decoded. */
  maxPixels: number
}

/** The containers that are read. Playlists and scripts, which refer to other files, and still pictures are excluded. */
const containers = 'matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,avi,ogg,mpeg,mpegts,flv,asf,wav,mp3,flac,aac'

/**
 * Returns the ffmpeg options that must precede every `-i` of an untrusted file: no network, only the containers above,
 * and no picture above the pixel limit. That limit is checked before a picture is decoded, whatever size the container
 * states.
 */
export function untrustedInput({ maxPixels }: RunLimits): string[] {
  return [
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', containers],
    ...['-max_pixels', String(maxPixels)],
  ]
}

const maxErrorText = 64 * 1024
/**
 * How many processes may run at once. More than the number of cores, because a decoder whose pictures a model processes
 * one by one waits most of the time.
 */
const slots = createSlots(Math.max(4, 2 * availableParallelism()))

/**
 * Runs a program to its end and returns its stdout and the tail of its stderr. Throws 400 for an exit code other than 0
 * and for more than `maxBytes` (8 MB by default) of output, and 503 as runStreaming does.
 */
export async function run(
  program: Program,
  args: string[],
  limits: RunLimits & { maxBytes?: number; input?: Uint8Array },
): Promise<{ stdout: Buffer; stderr: string }> {
  const chunks: Buffer[] = []
  let size = 0
  let stderr = ''
  const stream = runStreaming(program, args, {
    ...limits,
    onStderr: (text) => {
      stderr = (stderr + text).slice(-maxErrorText)
    },
  })
  for await (const chunk of stream) {
    size += chunk.length
    if (size > (limits.maxBytes ?? 8 * 1024 * 1024))
      throw new Problem(400, `${program} gave more output than allowed for this file`)
    chunks.push(chunk)
  }
  return { stdout: Buffer.concat(chunks), stderr }
}

/**
 * Runs a program and yields its stdout as it arrives. Leaving the loop early, the abort signal and the time limit all
 * kill the process. Throws 400 for an exit code other than 0, 503 if the program is missing, cannot be started or takes
 * too long.
 */
export async function* runStreaming(
  program: Program,
  args: string[],
  limits: RunLimits & { input?: Uint8Array; onStderr?: (text: string) => void },
): AsyncGenerator<Buffer> {
  const path = programPath(program)
  const release = await slots.acquire(limits.signal)
  let child: ChildProcessByStdio<Writable, Readable, Readable>
  try {
    child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  } catch (error) {
    release()
    throw error
  }
  const ended = exitOf(child)
  let expired = false
  let errorTail = ''
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(() => {
    expired = true
    kill()
  }, limits.timeoutMs)
  limits.signal.addEventListener('abort', kill, { once: true })
  if (limits.signal.aborted) kill()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorTail = (errorTail + text.replace(/^.*\[info\].*\n?/gm, '')).slice(-2048)
    limits.onStderr?.(text)
  })
  // A process that ends before it has read its input closes the pipe; its exit code then shows the result.
  child.stdin.on('error', () => undefined)
  child.stdin.end(limits.input)
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer
    const exit = await ended
    limits.signal.throwIfAborted()
    if (expired) throw new Problem(503, `${program} did not finish within ${limits.timeoutMs} ms`)
    if (exit instanceof Error) throw new Problem(503, `${program} could not be started: ${exit.message}`)
    if (exit !== 0) throw new Problem(400, tooLarge(errorTail, limits) ?? refusalOf(errorTail))
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', kill)
    kill()
    await ended
    release()
  }
}

function exitOf(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<number | null | Error> {
  return new Promise((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  })
}

/** Returns the message for a picture above the pixel limit; undefined if stderr contains no such error. */
export function tooLarge(stderr: string, { maxPixels }: RunLimits): string | undefined {
  const size = /Picture size (\d+x\d+) exceeds specified max pixel count/.exec(stderr)?.[1]
  return size && `The pictures of the video have ${size} pixels; at most ${maxPixels} pixels a picture are decoded`
}

function refusalOf(stderr: string): string {
  if (/not on whitelist/i.test(stderr))
    return 'The file is no video: its content is of no container format that is read'
  return `The file could not be decoded: ${lastLine(stderr)}`
}

/** Returns the last line of the program's error output, without the paths of this machine. */
function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? ''
  const message = line.replace(/^(?:\[[^\]]*\] ?)*\[(?:warning|error|fatal|panic)\] ?/, '')
  return message.replace(/(?:file:)?\/\S*\//g, '').trim() || 'unknown reason'
}
