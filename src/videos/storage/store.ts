import type { Readable } from 'node:stream'
import type { ByteRange } from '../../lib/byte-range.js'

/**
 * `path` is the value in the row of a video: the absolute path of a local file, or the key of an object. `fault` is the
 * reason why an existing file cannot be used.
 */
export type StoredFile = { filename: string; path: string; size: number; modifiedAt: Date; fault?: string }
/** `changedAt` is the time at which these bytes got this name, even if a copy kept an older `modifiedAt`. */
export type FileFacts = { size: number; modifiedAt: Date; changedAt: Date }

/** `expiresIn` is in seconds; null for an address that does not expire. */
export type VideoUrl = { url: string; expiresIn: number | null }

/** A file that has been received completely but is not visible yet. */
export type Draft = {
  size: number
  /** Makes it visible under its name; returns null if another file has that name. */
  keep(): Promise<StoredFile | null>
  /** Removes it, visible or not. */
  drop(): Promise<void>
}

/** A store of files. Names are relative to the store; missing files are null. */
export type Store = {
  /** Lists the files of one folder: those whose names are the prefix and further characters without a slash. */
  list(prefix?: string): Promise<StoredFile[]>
  stat(name: string): Promise<FileFacts | null>
  open(name: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Receives a new file at the top level of the store as its bytes arrive; an incomplete file is removed. `largest` is
   * the maximum number of bytes.
   */
  draft(name: string, source: AsyncIterable<Buffer>, largest: number): Promise<Draft>
  /** Removes a file; succeeds if it is already missing. */
  remove(name: string): Promise<void>
}

export type Folder = Store & {
  /** Returns the real path of a regular file inside the folder, with links resolved; null if it does not exist. */
  pathOf(name: string): Promise<string | null>
  /** Writes the file completely or not at all, and returns its path. */
  put(name: string, bytes: Uint8Array): Promise<string>
}

export type BucketConfig = {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The address of an S3-compatible service, which is then used with path-style URLs; null for AWS. */
  endpoint: string | null
  publicBucket: boolean
}

export type Bucket = Store & {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /**
   * Returns an address signed for `expiresIn` seconds; for a public bucket, an unsigned address that does not expire.
   */
  url(key: string, expiresIn: number): Promise<VideoUrl>
}
