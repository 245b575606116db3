import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { atMost } from '../lib/at-most.js'
import type { ByteRange } from '../lib/byte-range.js'
import { cdnUrl } from './storage-cdn.js'
import type { CdnConfig } from './storage-cdn.js'
import { firstOf, isObject, listVideos, nameInside } from './storage-combined.js'
import { openFolder } from './storage-local.js'
import type { Bucket, BucketConfig, Draft, FileFacts, Store, StoredFile, VideoUrl } from './storage-store.js'

/** Bytes; a longer one is none of a downloader. */
const longestSidecar = 32 * 1024 * 1024

export type FilesConfig = {
  type: 'local' | 'objstore' | 'hybrid'
  /** Folder of the videos, absolute. */
  root: string
  /** Prefix of this server's own video URLs. */
  baseUrl: string
  objects: BucketConfig | null
  cdn: CdnConfig | null
  /** Bytes of a video that is uploaded. */
  largestUpload: number
  thumbnails: { type: 'local' | 'objstore'; root: string; prefix: string }
}

/**
 * Where videos and thumbnails lie. Paths are those of video rows or plain file names; what is missing or outside is
 * null.
 */
export type Files = {
  /** Every video file, by name; of a file that both stores have, the object (V-14). */
  list(): Promise<StoredFile[]>
  stat(path: string): Promise<FileFacts | null>
  open(path: string, range?: ByteRange): Promise<Readable | null>
  /** Takes a new video while it arrives; its place is the first store that is asked for files. */
  draft(name: string, source: AsyncIterable<Buffer>): Promise<Draft>
  /** The text of the downloader's `<name>.info.json` beside a video. */
  sidecar(path: string): Promise<string | null>
  /** The real path on this machine, for programs that read the file themselves; null when it is an object only. */
  localPath(path: string): Promise<string | null>
  /** An address for clients; `expiresIn` seconds come back as null where the address does not expire (V-08). */
  url(video: { id: string; path: string }, expiresIn: number): Promise<VideoUrl>
  /** The object's own address for programs of ours, never the CDN's; null for a file of the folder. */
  objectUrl(path: string, expiresIn: number): Promise<string | null>
  /** Where a stream request is sent on to; null when this server answers with the bytes (V-11). */
  redirect(video: { id: string; path: string }, expiresIn: number): Promise<string | null>
  /** Keeps a JPEG and answers its path or key. */
  putThumbnail(name: string, bytes: Uint8Array): Promise<string>
  openThumbnail(name: string): Promise<{ stream: Readable; size: number; madeAt: Date } | null>
}

/** `<videoId>_<size>.jpg` (V-12); ids that are no plain file name are replaced by their SHA-256. */
export function thumbnailName(videoId: string, size: string): string {
  const plain = /^[A-Za-z0-9._-]{1,200}$/.test(videoId)
  return `${plain ? videoId : createHash('sha256').update(videoId).digest('hex')}_${size}.jpg`
}

/** Opens nothing yet: the object store's library is loaded at its first use. */
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
  /** The key of the object; null where only this server has the file. */
  const keyOf = async (path: string): Promise<string | null> => {
    const name = nameInside(root, path)
    return name !== null && config.type === 'hybrid' && !(await isObject(bucket, folder, name)) ? null : name
  }
  /** The address of the object or behind the CDN; null where only this server has the file. */
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
  }
}

/** A bucket whose library is loaded by its first use: a local store never needs it. */
function lazyBucket(config: BucketConfig | null): Bucket {
  let opened: Promise<Bucket> | null = null
  const bucket = (): Promise<Bucket> => {
    if (!config) return Promise.reject(new Error('No object store is configured'))
    opened ??= import('./storage-object.js').then(({ openBucket }) => openBucket(config))
    return opened
  }
  return {
    list: async () => (await bucket()).list(),
    stat: async (key) => (await bucket()).stat(key),
    open: async (key, range) => (await bucket()).open(key, range),
    draft: async (name, source, largest) => (await bucket()).draft(name, source, largest),
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
