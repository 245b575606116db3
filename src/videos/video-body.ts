import { spreadMetadata } from './files/metadata.js'
import { videoColumns, type VideoRow } from './video.sql.js'

const columnNames: ReadonlySet<string> = new Set(videoColumns)

/**
 * Returns a video as REST answers it: its columns, then the keys of the metadata (V-04). If the metadata lack `fps`,
 * `width` or `height`, which front ends read, they are taken from the columns.
 */
export function videoBody(video: VideoRow) {
  const metadata = spreadMetadata(video.metadata, columnNames)
  const lacking = Object.entries(derivedFrom(video)).filter(([key]) => (metadata[key] ?? null) === null)
  return { ...video, ...metadata, ...Object.fromEntries(lacking) }
}

function derivedFrom({ frameRate, resolution }: VideoRow) {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(resolution ?? '') ?? []
  return {
    ...(frameRate !== null && { fps: frameRate }),
    ...(width && height && { width: Number(width), height: Number(height) }),
  }
}
