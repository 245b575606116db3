const contentTypes: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['ogg', 'video/ogg'],
  ['mov', 'video/quicktime'],
  ['avi', 'video/x-msvideo'],
  ['mkv', 'video/x-matroska'],
])

/** The endings of video files, such as `.mp4`. */
export const videoEndings = [...contentTypes.keys()].map((extension) => `.${extension}`)

/** Returns the content type by the extension of the file name; video/mp4 where it is unknown (V-10). */
export function contentTypeOf(filename: string): string {
  return contentTypes.get(extensionOf(filename)) ?? 'video/mp4'
}

function extensionOf(filename: string): string {
  return /\.([^./\\]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** Returns whether a synchronisation counts the file as a video (V-14). */
export function isVideo(filename: string): boolean {
  return contentTypes.has(extensionOf(filename))
}
