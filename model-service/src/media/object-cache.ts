import { createHash, randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'
import { untilAborted } from '@parallax/shared/timeout.js'
import { Problem } from '../problem.js'

/** A cache of local copies of objects in an object store. */
export interface ObjectCache {
  /**
   * Runs `act` with the path of a local copy of the object at the URL; the copy is kept until `act` has ended. Throws
   * 400 for a URL outside the allowed origins, 404 for a missing object, 413 for an object larger than the cache, and
   * 503 if the object store fails.
   */
  use<T>(url: string, signal: AbortSignal, act: (path: string) => Promise<T>): Promise<T>
}

/** A complete file of the cache. */
interface Copy {
  key: string
  version: string
  path: string
  bytes: number
  users: number
  /** The value of the cache's use counter at the last use; the least recently used copy has the lowest. */
  usedAt: number
}

/** A request for an object that several calls wait for. */
interface Flight {
  copy: Promise<Copy>
  waiting: number
  stop: AbortController
}

export interface ObjectCacheConfig {
  /** Must be used by this service only. */
  folder: string
  maxBytes: number
  /** Origins of the object stores, such as https://films.s3.eu.amazonaws.com. */
  origins: readonly string[]
}

/**
 * Opens a cache of local copies of objects, in a folder of bounded size. The least recently used copies are evicted
 * first, copies in use never. Each use asks the store whether the object has changed; concurrent calls share one
 * request and one download. A download gets its final name only when it is complete and on the disk: the next start
 * deletes the partial files that a killed service leaves, and takes over complete copies.
 */
export function openObjectCache({ folder, maxBytes, origins }: ObjectCacheConfig): ObjectCache {
  const copies = new Map<string, Copy>()
  const flights = new Map<string, Flight>()
  let ready: Promise<void> | undefined
  /** Bytes of all copies, including downloads in progress. */
  let taken = 0
  let uses = 0
  let wakers: (() => void)[] = []

  async function takeOver(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (process.getuid && (await stat(folder)).uid !== process.getuid()) throw new Error(`${folder} is somebody else's`)
    const left: (Copy & { time: number })[] = []
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const [, key, version] = /^([0-9a-f]{32})-([0-9a-f]{16})$/.exec(name) ?? []
      if (key && version) {
        const { size, mtimeMs } = await stat(path)
        left.push({ key, version, path, bytes: size, users: 0, usedAt: 0, time: mtimeMs })
      } else if (/^[0-9a-f-]+\.part$/.test(name)) await rm(path, { force: true })
    }
    for (const { time: _time, ...copy } of left.sort((a, b) => a.time - b.time)) {
      const former = copies.get(copy.key)
      if (former) remove(former)
      copies.set(copy.key, { ...copy, usedAt: ++uses })
      taken += copy.bytes
    }
    while (taken > maxBytes && evictOne());
  }

  function remove(copy: Copy): void {
    if (copies.get(copy.key) === copy) copies.delete(copy.key)
    if (copy.users > 0) return
    taken -= copy.bytes
    // Synchronously, because the same version may be downloaded again. If it already has been, the file belongs to that
    // copy.
    if (copies.get(copy.key)?.path !== copy.path) rmSync(copy.path, { force: true })
  }

  function evictOne(): boolean {
    const idle = [...copies.values()].filter(({ users }) => users === 0).sort((a, b) => a.usedAt - b.usedAt)
    if (idle[0]) remove(idle[0])
    return idle.length > 0
  }

  function release(copy: Copy): void {
    copy.users -= 1
    // An older version that was still in use.
    if (copy.users === 0 && copies.get(copy.key) !== copy) remove(copy)
    for (const wake of wakers.splice(0)) wake()
  }

  /**
   * Reserves room for `bytes`, evicting idle copies; waits while all copies are in use. Throws 413 for more bytes than
   * the cache can hold.
   */
  async function reserve(bytes: number, signal: AbortSignal): Promise<void> {
    if (bytes > maxBytes)
      throw new Problem(413, `The video has ${bytes} bytes, and the cache of the service ${maxBytes}`)
    while (taken + bytes > maxBytes) {
      if (evictOne()) continue
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          wakers = wakers.filter((one) => one !== wake)
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', leave, { once: true })
        wakers.push(wake)
      })
      signal.throwIfAborted()
    }
    taken += bytes
  }

  /**
   * Returns a copy of the current object in the store, downloaded unless it is cached. The flight itself counts as one
   * of its users.
   */
  async function fetchCopy(key: string, url: string, signal: AbortSignal): Promise<Copy> {
    await (ready ??= takeOver().catch((error: unknown) => {
      ready = undefined
      throw error
    }))
    const response = await answerOf(url, signal)
    const bytes = Number(response.headers.get('content-length') ?? Number.NaN)
    const version = versionOf(response.headers, bytes)
    const cached = copies.get(key)
    // The file may be gone, because the system also cleans up folders of temporary files.
    if (cached?.version === version && existsSync(cached.path)) {
      // Count the use before any await, because a call that needs room could evict the copy meanwhile.
      const copy = held(cached)
      await response.body?.cancel().catch(() => undefined)
      return copy
    }
    if (!Number.isSafeInteger(bytes) || !response.body) throw unreadable('it does not say how large the video is')
    const part = join(folder, `${randomUUID()}.part`)
    try {
      await reserve(bytes, signal)
    } catch (error) {
      await response.body.cancel().catch(() => undefined)
      throw error
    }
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write(part, response.body, bytes, signal)
      const copy: Copy = { key, version, path: join(folder, `${key}-${version}`), bytes, users: 0, usedAt: 0 }
      await rename(part, copy.path)
      const former = copies.get(key)
      copies.set(key, copy)
      if (former) remove(former)
      return held(copy)
    } catch (error) {
      taken -= bytes
      await rm(part, { force: true })
      for (const wake of wakers.splice(0)) wake()
      throw error
    }
  }

  function held(copy: Copy): Copy {
    copy.users += 1
    copy.usedAt = ++uses
    // Record the use in the file's times, so that the order of use survives a restart.
    void utimes(copy.path, new Date(), new Date()).catch(() => undefined)
    return copy
  }

  function flightFor(url: string): Flight {
    const key = createHash('sha256')
      .update(url.split('?')[0] ?? '')
      .digest('hex')
      .slice(0, 32)
    const current = flights.get(key)
    if (current && !current.stop.signal.aborted) return current
    const stop = new AbortController()
    const copy = fetchCopy(key, url, stop.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    const flight: Flight = { copy, waiting: 0, stop }
    flights.set(key, flight)
    return flight
  }

  async function hold(url: string, signal: AbortSignal): Promise<Copy> {
    const flight = flightFor(url)
    flight.waiting += 1
    try {
      const copy = await untilAborted(flight.copy, signal)
      copy.users += 1
      return copy
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0) {
        flight.stop.abort()
        // The flight's own use ends with the last call that waits for it.
        flight.copy.then(release, () => undefined)
      }
    }
  }

  return {
    async use(url, signal, act) {
      if (!URL.canParse(url) || !origins.includes(new URL(url).origin))
        throw new Problem(400, 'The address of the video is none of an object store that this service may read')
      const copy = await hold(url, signal)
      try {
        return await act(copy.path)
      } finally {
        release(copy)
      }
    },
  }
}

const unreadable = (why: string) => new Problem(503, `The object store cannot be read: ${why}`)

async function answerOf(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unreadable(error instanceof Error ? error.message : 'no answer')
  })
  if (response.ok) return response
  await response.body?.cancel().catch(() => undefined)
  throw response.status === 404 ? new Problem(404, 'Video not found') : unreadable(`it answers ${response.status}`)
}

/**
 * Identifies the version of an object by its ETag or date and its size. If the store sends neither header, the result
 * differs from any other version.
 */
function versionOf(headers: Headers, bytes: number): string {
  const version = headers.get('etag') ?? headers.get('last-modified') ?? randomUUID()
  return createHash('sha256').update(`${version} ${bytes}`).digest('hex').slice(0, 16)
}

/** Writes the whole body to a new file and syncs it to the disk; throws 503 if its length is not `bytes`. */
async function write(path: string, body: ReadableStream, bytes: number, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  let written = 0
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted()
      written += chunk.length
      if (written > bytes) break
      await writeFile(file, chunk)
    }
    if (written !== bytes) throw unreadable('the video broke off')
    await file.sync()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Problem || isErrno(error, 'ENOSPC')) throw error
    throw unreadable('the video broke off')
  } finally {
    await file.close()
  }
}
