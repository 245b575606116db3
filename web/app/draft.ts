import { useCallback, useState } from 'react'
import { useViewer } from './session.js'

const prefix = 'parallax draft '

/** Returns the draft stored under a key; null if none is stored or it cannot be read. */
function kept<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/**
 * Returns unsaved work and its setter. Drafts are kept in localStorage, so that they survive a closed tab. `draft` is
 * null without a draft; `setDraft(null)` drops it, and a function makes the next draft of the stored one. Each user has
 * separate drafts, since several users may share a browser.
 */
export function useDraft<Value>(name: string) {
  const key = `${useViewer().id} ${name}`
  const [state, setState] = useState(() => ({ key, draft: kept<Value>(key) }))
  if (state.key !== key) setState({ key, draft: kept<Value>(key) })
  const setDraft = useCallback(
    (next: Value | null | ((before: Value | null) => Value)) => {
      const draft = next instanceof Function ? next(kept<Value>(key)) : next
      try {
        if (draft === null) localStorage.removeItem(prefix + key)
        else localStorage.setItem(prefix + key, JSON.stringify(draft))
      } catch {
        // If localStorage is full, the draft exists on this page only.
      }
      setState({ key, draft })
    },
    [key],
  )
  return { draft: state.key === key ? state.draft : kept<Value>(key), setDraft }
}
