import { createHash } from 'node:crypto'
import { isObject, setOwn, type JsonObject } from '../../lib/json-walk.js'
import { parseStorable } from '../../lib/storable.js'

/** Returns the id of a video: the first 16 hexadecimal digits of the MD5 of its file name (V-01). */
export function videoIdOf(filename: string): string {
  return createHash('md5').update(filename).digest('hex').slice(0, 16)
}

/** The contents of a downloader's `.info.json` about its video. */
export type Sidecar = {
  /**
   * The whole document in a form that the database accepts: without NUL characters, and lone surrogates replaced by
   * U+FFFD.
   */
  metadata: JsonObject
  /** In seconds. */
  duration: number | null
  frameRate: number | null
  resolution: string | null
  sourcePlatform: string | null
  platformVideoId: string | null
}

/**
 * Parses the text of a sidecar file. Returns null if it is not a JSON object: the video's metadataSyncStatus is then
 * `failed` (RF-17).
 */
export function readSidecar(json: string): Sidecar | null {
  const metadata = parseObject(json)
  return metadata && { metadata, ...videoColumns(metadata) }
}

function parseObject(json: string): JsonObject | null {
  try {
    const value: unknown = parseStorable(json)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the columns that derive from the metadata (V-05, V-06). */
export function videoColumns(metadata: JsonObject): Omit<Sidecar, 'metadata'> {
  const { width, height } = metadata
  const size = isPositive(width) && isPositive(height) ? `${width}x${height}` : null
  return {
    duration: rateOf(metadata.duration),
    frameRate:
      rateOf(metadata.fps) ??
      rateOf(metadata.frame_rate) ??
      rateOf(metadata.framerate) ??
      rateOf(metadata.r_frame_rate),
    resolution: textOf(metadata.resolution) ?? size,
    sourcePlatform: textOf(metadata.extractor_key) ?? textOf(metadata.extractor),
    platformVideoId: textOf(metadata.id) ?? textOf(metadata.display_id),
  }
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/**
 * Returns a number, from its value, its text, or a fraction such as `30000/1001`; null for anything else and for
 * negative numbers.
 */
function rateOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  const parts = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)(?:\s*\/\s*(\d+(?:\.\d+)?))?\s*$/.exec(value) : null
  if (!parts) return null
  const rate = Number(parts[1]) / Number(parts[2] ?? 1)
  return Number.isFinite(rate) ? rate : null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

export type VideoFile = { filename: string; path: string; size: number; modifiedAt: Date }

/** Returns the metadata to store: the sidecar's document, if any, and four facts about the file (V-03). */
export function storedMetadata(sidecar: JsonObject | null, file: VideoFile): JsonObject {
  return {
    ...sidecar,
    filesize: file.size,
    original_filename: file.filename,
    storage_path: file.path,
    last_modified: file.modifiedAt.toISOString(),
  }
}

const notSpread = new Set(['formats', 'thumbnails', 'requested_formats', 'http_headers'])

/**
 * Returns the keys of the metadata that a Video object has besides its columns: as written and, if they are snake_case,
 * in camelCase too. A column takes precedence over both, and a camelCase key of the document over a converted one
 * (V-04).
 */
export function spreadMetadata(metadata: unknown, columnNames: ReadonlySet<string>): JsonObject {
  const spread: JsonObject = {}
  if (!isObject(metadata)) return spread
  for (const key of Object.keys(metadata)) {
    if (notSpread.has(key)) continue
    if (!columnNames.has(key)) setOwn(spread, key, metadata[key])
    const twin = camelCase(key)
    if (twin !== key && !columnNames.has(twin) && !Object.hasOwn(metadata, twin)) setOwn(spread, twin, metadata[key])
  }
  return spread
}

/** Converts snake_case to camelCase (`frame_rate` to `frameRate`); keeps underscores at the beginning and the end. */
export function camelCase(key: string): string {
  return key.replace(/(?<=[A-Za-z0-9])_+([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
}
