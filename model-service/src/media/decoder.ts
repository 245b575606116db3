import type { VideoSource } from './probe.js'
import { runStreaming, untrustedInput, type RunLimits } from './run.js'

/** A run of the decoder over a video. */
export interface DecoderRun {
  /**
   * Where to begin, in seconds of the file's timestamps; decoding begins at the key frame before. Absent for the whole
   * file.
   */
  seekTo?: number
  /** The timestamps of the first wanted picture and of the first one after the wanted range, in ticks of the file. */
  fromTick?: number
  untilTick?: number
  /** Options of the decoder. */
  decoder?: readonly string[]
  filters: readonly string[]
  /** Options of the output. */
  output: readonly string[]
}

/**
 * Returns the arguments for ffmpeg. Every decoded picture is output once, with its timestamp in the file; the filter
 * `showinfo` writes the timestamp to stderr before the picture is written.
 */
function argumentsOf(source: VideoSource, run: DecoderRun, limits: RunLimits): string[] {
  const { seekTo = source.begins, fromTick, untilTick } = run
  const seek = ['-noaccurate_seek', '-ss', (seekTo - source.begins).toFixed(6)]
  const bounds = [
    ...(fromTick === undefined ? [] : [`start_pts=${fromTick}`]),
    ...(untilTick === undefined ? [] : [`end_pts=${untilTick}`]),
  ]
  const filters = [...(bounds.length > 0 ? [`trim=${bounds.join(':')}`] : []), ...run.filters, 'showinfo']
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'repeat+level+info', '-threads', '2'],
    ...['-noautorotate', '-copyts', ...(run.decoder ?? [])],
    ...untrustedInput(limits),
    ...(seekTo > source.begins ? seek : []),
    ...['-i', `file:${source.path}`, '-map', `0:${source.stream}`, '-an', '-sn', '-dn'],
    ...['-vf', filters.join(','), '-vsync', '0', ...run.output],
  ]
}

/**
 * Returns the timestamps of the pictures of a run, in ticks and in their order; NaN for a picture without a timestamp.
 */
export async function pictureTicks(source: VideoSource, run: DecoderRun, limits: RunLimits): Promise<number[]> {
  const ticks: number[] = []
  const onStderr = timestamps((tick) => ticks.push(tick))
  for await (const _none of runStreaming('ffmpeg', argumentsOf(source, run, limits), { ...limits, onStderr }));
  return ticks
}

/**
 * Yields the pictures of a run as raw pixels, each with its timestamp. The caller may keep the pixels of a picture.
 * Throws 400 if the file cannot be decoded, 503 if ffmpeg is missing or takes too long.
 */
export async function* decodedPictures(
  source: VideoSource,
  run: DecoderRun & { bytes: number },
  limits: RunLimits,
): AsyncGenerator<{ tick: number; pixels: Uint8Array }> {
  const ticks: number[] = []
  let wake: () => void = () => undefined
  const onStderr = timestamps((tick) => {
    ticks.push(tick)
    wake()
  })
  let pixels = new Uint8Array(run.bytes)
  let filled = 0
  for await (const chunk of runStreaming('ffmpeg', argumentsOf(source, run, limits), { ...limits, onStderr })) {
    for (let read = 0; read < chunk.length;) {
      const taken = Math.min(run.bytes - filled, chunk.length - read)
      pixels.set(chunk.subarray(read, read + taken), filled)
      filled += taken
      read += taken
      if (filled < run.bytes) continue
      // ffmpeg has already written the timestamp, but the other pipe may be read later.
      while (ticks.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      yield { tick: ticks.shift()!, pixels }
      pixels = new Uint8Array(run.bytes)
      filled = 0
    }
  }
}

/** Returns a function that takes ffmpeg's log in pieces and calls `found` for every picture that showinfo reports. */
function timestamps(found: (tick: number) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const tick = /_showinfo_\d+ @ \S+\] (?:\[info\] )?n: *\d+ pts: *(\S+)/.exec(line)?.[1]
      if (tick !== undefined) found(tick === 'NOPTS' ? NaN : Number(tick))
    }
  }
}
