import { spreadMetadata } from './metadata.js'
import { videoColumns, type VideoRow } from './video.sql.js'

const columnNames: ReadonlySet<string> = new Set(videoColumns)

/** Returns a video as REST answers it: its columns, then the keys of the metadata (V-04). */
export function videoBody(video: VideoRow) {
  return { ...video, ...spreadMetadata(video.metadata, columnNames) }
}
