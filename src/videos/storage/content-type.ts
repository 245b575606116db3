const contentTypes: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['ogg', 'video/ogg'],
  ['mov', 'video/quicktime'],
  ['avi', 'video/x-msvideo'],
  ['mkv', 'video/x-matroska'],
])

/** The extensions of video files, such as `.mp4`. */
const videoEndings = [...contentTypes.keys()].map((extension) => `.${extension}`)

/** Returns the content type by the extension of the file name; video/mp4 for an unknown extension (V-10). */
export function contentTypeOf(filename: string): string {
  return contentTypes.get(extensionOf(filename)) ?? 'video/mp4'
}

function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/**
 * Returns whether a file is a video by its name (V-14). Hidden files are not videos: macOS puts one beside each file,
 * as `._clip.mp4` beside `clip.mp4`.
 */
export function isVideo(filename: string): boolean {
  return !filename.startsWith('.') && contentTypes.has(extensionOf(filename))
}

const othersEndings =
  'ts m2ts mts m2t mpg mpeg mpe m2v m4v mp4v flv f4v wmv asf 3gp 3g2 ogv vob mxf divx rm rmvb dv'.split(' ')

/** Returns why a file that looks like a video is not accepted, as the rest of a sentence; else undefined. */
export function otherVideoFault(filename: string): string | undefined {
  if (filename.startsWith('.') || !othersEndings.includes(extensionOf(filename))) return undefined
  return `videos end in ${videoEndings.join(', ')}; convert it`
}

/** Returns why a video may not have this name, as the rest of a sentence; null for a valid name. */
export function nameFault(filename: string): string | null {
  if (/^\.|[/\\\ufffd]|\p{Cc}/u.test(filename) || !filename.isWellFormed())
    return 'must have a name without slashes and control characters that begins with no dot, in UTF-8'
  return isVideo(filename) ? null : `must have a name that ends in ${videoEndings.join(', ')}`
}
