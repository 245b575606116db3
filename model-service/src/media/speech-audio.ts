import { run, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'
import { fromBeginning } from './sound-samples.js'

const bytesPerSecond = 4000
/** About one hour of sound. Providers accept 20 MB to 25 MB, and base64 inside JSON adds a third. */
const mostBytes = 15 * 1024 * 1024

/**
 * Returns the first sound track of a file as mono MP3 of 32 kbit/s, good enough for speech, and its length in seconds.
 * Throws 400 if it is longer than about an hour.
 */
export async function speechAudio(path: string, limits: RunLimits): Promise<{ mp3: Buffer; duration: number }> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-nostdin',
      '-v',
      'error',
      ...untrustedInput(limits),
      '-i',
      `file:${path}`,
      '-map',
      '0:a:0',
      '-vn',
      '-sn',
      '-dn',
      ...fromBeginning,
      '-map_metadata',
      '-1',
      '-ac',
      '1',
      '-ar',
      '16000',
      '-c:a',
      'libmp3lame',
      '-b:a',
      `${bytesPerSecond * 8}`,
      '-write_xing',
      '0',
      '-id3v2_version',
      '0',
      '-f',
      'mp3',
      'pipe:1',
    ],
    { ...limits, maxBytes: mostBytes },
  )
  return { mp3: stdout, duration: Math.round((stdout.length / bytesPerSecond) * 100) / 100 }
}
