import { useEffect, useSyncExternalStore } from 'react'

/** Keyboard shortcuts under a heading: what each key does. */
export interface ShortcutList {
  title: string
  keys: readonly (readonly [key: string, meaning: string])[]
  /** Whether these are single letters or marks, which the user can switch off. */
  areSingle?: boolean
}

let shown: readonly ShortcutList[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShortcutList[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Shows this list in the overlay of shortcuts while the calling component is mounted. The list must be a constant,
 * because lists are compared by identity.
 */
export function useShortcutList(list: ShortcutList): void {
  useEffect(() => {
    change([...shown, list])
    return () => change(shown.filter((one) => one !== list))
  }, [list])
}

/** Returns the lists of all mounted components, in the order of mounting. */
export function useShortcutLists(): readonly ShortcutList[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
