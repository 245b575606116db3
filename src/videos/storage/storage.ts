import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { atMost } from '../../lib/at-most.js'
import type { ByteRange } from '../../lib/byte-range.js'
import { cdnUrl } from './cdn.js'
import type { CdnConfig } from './cdn.js'
import { firstOf, isObject, listVideos, nameInside } from './combined.js'
import { openExportFiles, type ExportFiles, type ExportFilesConfig } from './export-files.js'
import { openFolder } from './local.js'
import type { Bucket, BucketConfig, Draft, FileFacts, Store, StoredFile, VideoUrl } from './store.js'

/** In bytes; a longer file is not a downloader's metadata. */
const longestSidecar = 32 * 1024 * 1024

export type FilesConfig = {
  type: 'local' | 'objstore' | 'hybrid'
  /** The folder of the videos, as an absolute path. */
  root: string
  /** The prefix of this server's own video URLs. */
  baseUrl: string
  objects: BucketConfig | null
  cdn: CdnConfig | null
  /** The maximum size of an uploaded video in bytes. */
  largestUpload: number
  thumbnails: { type: 'local' | 'objstore'; root: string; prefix: string }
  exports: ExportFilesConfig
}

/**
 * The storage of videos, thumbnails and frozen exports. Paths are those of video rows or plain file names; missing
 * files, and those outside, are null.
 */
export type Files = {
  /** Lists every video file, sorted by name; if both stores have a file, the object (V-14). */
  list(): Promise<StoredFile[]>
  stat(path: string): Promise<FileFacts | null>
  open(path: string, range?: ByteRange): Promise<Readable | null>
  /** Receives a new video as its bytes arrive, in the store that is searched first. */
  draft(name: string, source: AsyncIterable<Buffer>): Promise<Draft>
  /** Returns the text of the downloader's `<name>.info.json` beside a video. */
  sidecar(path: string): Promise<string | null>
  /**
   * Returns the real path on this machine, for programs that read the file themselves; null if the file exists only as
   * an object.
   */
  localPath(path: string): Promise<string | null>
  /**
   * Returns an address for clients. `expiresIn` is in seconds and is null in the answer if the address does not expire
   * (V-08).
   */
  url(video: { id: string; path: string }, expiresIn: number): Promise<VideoUrl>
  /**
   * Returns the object's own address, never the CDN's, for programs of this installation; null for a file of the
   * folder.
   */
  objectUrl(path: string, expiresIn: number): Promise<string | null>
  /**
   * Returns the address to which a stream request is redirected; null when this server sends the bytes itself (V-11).
   */
  redirect(video: { id: string; path: string }, expiresIn: number): Promise<string | null>
  /** Stores a JPEG and returns its path or key. */
  putThumbnail(name: string, bytes: Uint8Array): Promise<string>
  openThumbnail(name: string): Promise<{ stream: Readable; size: number; madeAt: Date } | null>
  exports: ExportFiles
}

/**
 * Returns the name of a thumbnail, `<videoId>_<size>.jpg` (V-12); an id that is not a plain file name is replaced by
 * its SHA-256.
 */
export function thumbnailName(videoId: string, size: string): string {
  const plain = /^[A-Za-z0-9._-]{1,200}$/.test(videoId)
  return `${plain ? videoId : createHash('sha256').update(videoId).digest('hex')}_${size}.jpg`
}

/** Returns the configured storage. Opens nothing yet: the library of the object store is loaded at its first use. */
export function openFiles(config: FilesConfig, now: () => Date = () => new Date()): Files {
  const root = resolve(config.root)
  const folder = openFolder(root)
  const bucket = lazyBucket(config.objects)
  const stores = config.type === 'local' ? [folder] : config.type === 'objstore' ? [bucket] : [bucket, folder]

  const inStores = async <T>(
    path: string,
    act: (store: Store, name: string) => Promise<T | null>,
  ): Promise<T | null> => {
    const name = nameInside(root, path)
    return name === null ? null : firstOf(stores, (store) => act(store, name))
  }
  /** Returns the key of the object; null if only the local folder has the file. */
  const keyOf = async (path: string): Promise<string | null> => {
    const name = nameInside(root, path)
    return name !== null && config.type === 'hybrid' && !(await isObject(bucket, folder, name)) ? null : name
  }
  /** Returns the address of the object, or its address behind the CDN; null if only this server can send the file. */
  const remoteUrl = async (path: string, expiresIn: number): Promise<VideoUrl | null> => {
    const name = config.type === 'local' && !config.cdn ? null : await keyOf(path)
    if (name === null) return null
    return config.cdn ? cdnUrl(config.cdn, name, expiresIn, now()) : bucket.url(name, expiresIn)
  }
  return {
    list: () => listVideos(stores),
    stat: (path) => inStores(path, (store, name) => store.stat(name)),
    open: (path, range) => inStores(path, (store, name) => store.open(name, range)),
    draft: (name, source) => (config.type === 'local' ? folder : bucket).draft(name, source, config.largestUpload),
    sidecar: async (path) => {
      const stream = await inStores(`${path.replace(/\.[^./\\]+$/, '')}.info.json`, (store, name) => store.open(name))
      const tooLong = () => new Error(`The metadata file has more than ${longestSidecar} bytes`)
      return stream && text(atMost(stream, longestSidecar, tooLong))
    },
    localPath: async (path) => {
      const name = nameInside(root, path)
      return name === null || config.type === 'objstore' ? null : folder.pathOf(name)
    },
    url: async ({ id, path }, expiresIn) =>
      (await remoteUrl(path, expiresIn)) ?? {
        url: `${config.baseUrl}/${encodeURIComponent(id)}/stream`,
        expiresIn: null,
      },
    objectUrl: async (path, expiresIn) => {
      const key = config.type === 'local' ? null : await keyOf(path)
      return key === null ? null : (await bucket.url(key, expiresIn)).url
    },
    redirect: async ({ path }, expiresIn) =>
      config.type === 'local' ? null : ((await remoteUrl(path, expiresIn))?.url ?? null),
    ...openThumbnails(config.thumbnails, bucket),
    exports: openExportFiles(config.exports, bucket),
  }
}

/** Returns a bucket whose library is loaded at its first use: a local store never needs it. */
function lazyBucket(config: BucketConfig | null): Bucket {
  let opened: Promise<Bucket> | null = null
  const bucket = (): Promise<Bucket> => {
    if (!config) return Promise.reject(new Error('No object store is configured'))
    opened ??= import('./object.js').then(({ openBucket }) => openBucket(config))
    return opened
  }
  return {
    list: async (prefix) => (await bucket()).list(prefix),
    stat: async (key) => (await bucket()).stat(key),
    open: async (key, range) => (await bucket()).open(key, range),
    draft: async (name, source, largest) => (await bucket()).draft(name, source, largest),
    remove: async (key) => (await bucket()).remove(key),
    put: async (key, bytes, contentType) => (await bucket()).put(key, bytes, contentType),
    url: async (key, expiresIn) => (await bucket()).url(key, expiresIn),
  }
}

function openThumbnails(
  config: FilesConfig['thumbnails'],
  bucket: Bucket,
): Pick<Files, 'putThumbnail' | 'openThumbnail'> {
  const folder = openFolder(resolve(config.root))
  const store: Store = config.type === 'objstore' ? bucket : folder
  const keyOf = (name: string): string => (config.type === 'objstore' ? config.prefix + name : name)
  return {
    putThumbnail: async (name, bytes) => {
      if (config.type === 'local') return folder.put(name, bytes)
      await bucket.put(keyOf(name), bytes, 'image/jpeg')
      return keyOf(name)
    },
    openThumbnail: async (name) => {
      const facts = await store.stat(keyOf(name))
      const stream = facts && (await store.open(keyOf(name)))
      return facts && stream && { stream, size: facts.size, madeAt: facts.modifiedAt }
    },
  }
}
