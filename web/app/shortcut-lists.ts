import { useEffect, useSyncExternalStore } from 'react'

/** Keyboard shortcuts under one heading: what each key does. */
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
 * Has the overlay of shortcuts show this list for as long as the calling component is on the page. The list is a
 * constant: another object is another list.
 */
export function useShortcutList(list: ShortcutList): void {
  useEffect(() => {
    change([...shown, list])
    return () => change(shown.filter((one) => one !== list))
  }, [list])
}

/** The lists of all components on the page, in the order in which they came. */
export function useShortcutLists(): readonly ShortcutList[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
}
