/**
 * The types with which a browser is asked whether it supports a codec; browsers do not support codecs that are not
 * listed.
 */
const types: Readonly<Record<string, string>> = {
  h264: 'video/mp4; codecs="avc1.42E01E"',
  hevc: 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  vp8: 'video/webm; codecs="vp8"',
  vp9: 'video/webm; codecs="vp9"',
  av1: 'video/mp4; codecs="av01.0.04M.08"',
  theora: 'video/ogg; codecs="theora"',
}

const names: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC (H.265)',
  mpeg4: 'MPEG-4 Part 2 (DivX, Xvid)',
  mpeg2video: 'MPEG-2',
  mjpeg: 'Motion JPEG',
  prores: 'Apple ProRes',
  dvvideo: 'DV',
}

export const codecName = (codec: string): string => names[codec] ?? codec.toUpperCase()

/**
 * Returns what this browser cannot show, the codec or the container AVI; undefined if it can or might show the file.
 */
export function unshown({ filename, codec }: { filename: string; codec: string | null | undefined }) {
  const type = codec ? types[codec] : undefined
  const shows = !codec || (type !== undefined && document.createElement('video').canPlayType(type) !== '')
  if (!shows) return codecName(codec)
  return /\.avi$/i.test(filename) ? 'AVI' : undefined
}

/** Returns the command that makes a copy with the same frames that every browser can show. */
export function remedyFor(filename: string): string {
  const copy = filename.replace(/\.[^.]*$/, '-h264.mp4')
  return `ffmpeg -i "${filename}" -vsync passthrough -c:v libx264 -pix_fmt yuv420p -c:a aac "${copy}"`
}
