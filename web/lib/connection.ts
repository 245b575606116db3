import { useSyncExternalStore } from 'react'
import { address } from './address.js'

/** How long to wait before asking a lost server again, in milliseconds. */
const pause = 2000
let lost = false
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

function setLost(state: boolean): void {
  if (lost === state) return
  lost = state
  for (const listener of listeners) listener()
  if (!state) for (const act of returns) act()
}

/** Marks the server as lost and polls it until it answers. */
export function loseServer(): void {
  if (lost) return
  setLost(true)
  setTimeout(() => void ask(), pause)
}

/** Marks the server as reachable; if it was lost, this calls what `onReturn` has registered. */
export function foundServer(): void {
  setLost(false)
}

async function ask(): Promise<void> {
  if (!lost) return
  if (await isAnswering()) setLost(false)
  else setTimeout(() => void ask(), pause)
}

/** Returns whether the server answers, regardless of whether it is marked as lost. */
export async function isAnswering(): Promise<boolean> {
  const answer = await fetch(address('/api/health'), { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok ?? false
}

/** Calls `act` whenever the server is back; returns a function that unsubscribes it. */
export function onReturn(act: () => void): () => void {
  returns.add(act)
  return () => returns.delete(act)
}

/** Resolves once the server is back, or immediately if it is not lost. */
export async function serverBack(): Promise<void> {
  if (!lost) return
  await new Promise<void>((resolve) => {
    const stop = onReturn(() => {
      stop()
      resolve()
    })
  })
}

/** Returns whether the server is lost; the component renders again when that changes. */
export function useLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lost,
  )
}
