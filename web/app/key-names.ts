import { useEffect, useState } from 'react'

/** What each key types without Shift, by its code. Chromium alone tells it (Keyboard Map of the WICG). */
type Layout = ReadonlyMap<string, string>
type WithKeyboard = Navigator & { keyboard?: { getLayoutMap?: () => Promise<Layout> } }

const marks: Readonly<Record<string, string>> = { ',': 'Comma', '.': 'Period' }

/**
 * Returns a function that names the keys of a shortcut, such as `J K L`, as the user's keyboard has them. On a keyboard
 * without Latin letters a letter means the key at its place on an English one, so its name is what that key types and
 * the letter: on a Russian keyboard J is `О (J)`. Names stay as they are if the browser does not tell the layout.
 */
export function useKeyNames(): (keys: string) => string {
  const [layout, setLayout] = useState<Layout>()
  useEffect(() => {
    const asked = (navigator as WithKeyboard).keyboard?.getLayoutMap?.()
    asked?.then(setLayout, () => undefined)
  }, [])
  return (keys) => (layout ? keys.replaceAll(/(?<=^| )([A-Z]|[,.])(?=,? |,?$)/g, (key) => nameOf(key, layout)) : keys)
}

function nameOf(key: string, layout: Layout): string {
  const typed = layout.get(marks[key] ?? `Key${key}`)
  const isThere = !typed || /[a-z]/i.test(typed) || [...layout.values()].includes(key)
  return isThere ? key : `${typed.toUpperCase()} (${key})`
}
