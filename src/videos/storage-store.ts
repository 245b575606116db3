import type { Readable } from 'node:stream'
import type { ByteRange } from '../lib/byte-range.js'

/** `path` is what a video row stores: the absolute path of a local file, the key of an object. */
export type StoredFile = { filename: string; path: string; size: number; modifiedAt: Date }
/** `changedAt` is when this name got these bytes, also where a copy kept an older `modifiedAt`. */
export type FileFacts = { size: number; modifiedAt: Date; changedAt: Date }

/** `expiresIn` seconds, null for an address that does not expire. */
export type VideoUrl = { url: string; expiresIn: number | null }

/** A file that has arrived and that nobody sees yet. */
export type Draft = {
  size: number
  /** Shows it whole under its name; null where another file has that name. */
  keep(): Promise<StoredFile | null>
  /** Removes it, shown or not. */
  drop(): Promise<void>
}

/** Names are relative to the store. Missing files are null. */
export type Store = {
  list(): Promise<StoredFile[]>
  stat(name: string): Promise<FileFacts | null>
  open(name: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Takes the bytes of a new file of the top level as they come; nothing is left of one that does not arrive whole.
   * `largest` is how many there may be.
   */
  draft(name: string, source: AsyncIterable<Buffer>, largest: number): Promise<Draft>
}

export type Folder = Store & {
  /** The real path of a regular file inside the folder, links resolved; null where there is none. */
  pathOf(name: string): Promise<string | null>
  /** Writes the file whole or not at all and answers its path. */
  put(name: string, bytes: Uint8Array): Promise<string>
}

export type BucketConfig = {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of an S3-compatible service, then addressed path-style; null for AWS. */
  endpoint: string | null
  publicBucket: boolean
}

export type Bucket = Store & {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Signed for `expiresIn` seconds; unsigned and without end when the bucket is public. */
  url(key: string, expiresIn: number): Promise<VideoUrl>
}
