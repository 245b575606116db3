const contentTypes: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['ogg', 'video/ogg'],
  ['mov', 'video/quicktime'],
  ['avi', 'video/x-msvideo'],
  ['mkv', 'video/x-matroska'],
])

/** `.mp4` and the others. */
export const videoEndings = [...contentTypes.keys()].map((extension) => `.${extension}`)

/** By extension, video/mp4 where it is unknown (V-10). */
export function contentTypeOf(filename: string): string {
  return contentTypes.get(extensionOf(filename)) ?? 'video/mp4'
}

function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** Whether a synchronisation takes the file for a video (V-14). */
export function isVideo(filename: string): boolean {
  return contentTypes.has(extensionOf(filename))
}
