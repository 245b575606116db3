import type { Readable } from 'node:stream'
import type { ByteRange } from '../lib/byte-range.js'

/** `path` is what a video row stores: the absolute path of a local file, the key of an object. */
export type StoredFile = { filename: string; path: string; size: number; modifiedAt: Date }
/** `changedAt` is when this name got these bytes, also where a copy kept an older `modifiedAt`. */
export type FileFacts = { size: number; modifiedAt: Date; changedAt: Date }

/** `expiresIn` seconds, null for an address that does not expire. */
export type VideoUrl = { url: string; expiresIn: number | null }

/** Names are relative to the store. Missing files are null. */
export type Store = {
  list(): Promise<StoredFile[]>
  stat(name: string): Promise<FileFacts | null>
  open(name: string, range?: ByteRange): Promise<Readable | null>
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
