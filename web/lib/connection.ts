import { useSyncExternalStore } from 'react'

/** How long to wait before asking a lost server again, in milliseconds. */
const pause = 2000
let lost = false
const listeners = new Set<() => void>()
const returns = new Set<() => void>()

function tell(state: boolean): void {
  if (lost === state) return
  lost = state
  for (const listener of listeners) listener()
  if (!state) for (const act of returns) act()
}

/** Notes that nobody answered and asks until somebody does. */
export function loseServer(): void {
  if (lost) return
  tell(true)
  setTimeout(() => void ask(), pause)
}

export function foundServer(): void {
  tell(false)
}

async function ask(): Promise<void> {
  if (!lost) return
  if (await isAnswering()) tell(false)
  else setTimeout(() => void ask(), pause)
}

/** Whether the server answers now, whatever was found before. */
export async function isAnswering(): Promise<boolean> {
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok ?? false
}

/** Runs `act` whenever the server is back; returns how to stop that. */
export function onReturn(act: () => void): () => void {
  returns.add(act)
  return () => returns.delete(act)
}

/** Waits until the server is back; not at all where it is there. */
export async function serverBack(): Promise<void> {
  if (!lost) return
  await new Promise<void>((resolve) => {
    const stop = onReturn(() => {
      stop()
      resolve()
    })
  })
}

/** Whether the server is lost now. */
export function useLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lost,
  )
}
