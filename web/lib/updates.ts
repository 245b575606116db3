import { AnswerError, LostServer } from './answer.js'
import { isAnswering, loseServer, serverBack } from './connection.js'
import { isOwnRequest } from './request-id.js'
import { rest } from './rest.js'

/** Things that have changed; `ids` are null if they are many, or if the user may not know them. */
export interface Update {
  kind: string
  ids: string[] | null
  videoId: string | null
  actorId: string | null
  requestId: string | null
}

/** What has changed since the last answer; `everything` if anything may have. */
export interface Updates {
  everything: boolean
  updates: Update[]
}

/** How long the server waits for a change, in seconds. */
const waitSeconds = 25
/** The least time from one request to the next, in milliseconds: changes within it come together. */
const pauseMs = 500
/** The most that a page waits before it reads everything again, so that all users do not do so at one moment. */
const spreadMs = 1_000
/** How long to wait after a refusal that names no time, and after a connection that broke, in milliseconds. */
const refusedMs = 10_000
const brokenMs = 1_000

const listeners = new Set<(updates: Updates) => void>()

/** Calls `listener` with what others, or other tabs, have changed; returns a function that unsubscribes it. */
export function onUpdates(listener: (updates: Updates) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell({ everything, updates }: Updates): void {
  const others = updates.filter(({ requestId }) => !isOwnRequest(requestId))
  if (everything || others.length > 0) for (const listener of listeners) listener({ everything, updates: others })
}

const interruption = 'interrupted'
const none = () => undefined
let interrupt: () => void = none

/**
 * Breaks off the request that waits for changes, in whichever tab it is, because its session is about to end. If the
 * session goes on after all, it is sent again after a second.
 */
export const interruptUpdates = (): void => interrupt()

/**
 * Follows what changes on the server until the signal aborts. The tabs of a browser share one request, which one of
 * them sends for all, because browsers open no more than six connections to a server. Without locks, which browsers
 * offer on https and localhost only, each tab asks for itself while it is visible.
 */
export function followUpdates(userId: string, signal: AbortSignal): void {
  const tabs = new BroadcastChannel(`parallax updates ${userId}`)
  let request = new AbortController()
  tabs.onmessage = ({ data }: MessageEvent<Updates | typeof interruption>) =>
    data === interruption ? request.abort() : tell(data)
  interrupt = () => {
    request.abort()
    tabs.postMessage(interruption)
  }
  signal.addEventListener('abort', () => {
    request.abort()
    tabs.close()
    interrupt = none
  })
  const nextRequest = () => (request = new AbortController()).signal
  const ask = () =>
    follow(signal, nextRequest, (updates) => {
      tell(updates)
      tabs.postMessage(updates)
    })
  // The promise rejects when the signal aborts.
  navigator.locks?.request(`parallax updates ${userId}`, { signal }, ask).catch(() => undefined)
  if (!navigator.locks) void ask()
}

async function follow(
  signal: AbortSignal,
  nextRequest: () => AbortSignal,
  heard: (updates: Updates) => void,
): Promise<void> {
  let position: string | undefined
  while (!signal.aborted) {
    if (!navigator.locks) await untilVisible()
    const pause = sleep(pauseMs)
    try {
      const query: string = position === undefined ? '' : `?since=${encodeURIComponent(position)}&wait=${waitSeconds}`
      const answer: Updates & { position: string } = await rest(`/api/updates${query}`, {
        signal: nextRequest(),
        broken,
      })
      if (signal.aborted) return
      position = answer.position
      if (answer.everything) await sleep(Math.random() * spreadMs)
      heard(answer)
      await pause
    } catch (error) {
      if (signal.aborted) return
      const code = error instanceof AnswerError ? error.code : undefined
      // The server keeps no log of changes, or the session has ended.
      if (code === 'CONFLICT' || code === 'UNAUTHENTICATED') return
      if (code === 'GONE') {
        position = undefined
        heard({ everything: true, updates: [] })
      } else if (error instanceof LostServer) await serverBack()
      else if (error instanceof AnswerError) {
        const { retryAfter } = error.details
        await sleep(typeof retryAfter === 'number' ? retryAfter * 1000 : refusedMs)
      } else await sleep(brokenMs)
    }
  }
}

/** A server that breaks off a waiting request, such as one whose session has ended, may be there all the same. */
async function broken(error: unknown): Promise<never> {
  if (!(await isAnswering())) {
    loseServer()
    throw new LostServer()
  }
  throw error
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function untilVisible(): Promise<void> {
  while (document.visibilityState === 'hidden')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}
