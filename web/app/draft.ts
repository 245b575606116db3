import { useCallback, useState } from 'react'
import { useViewer } from './session.js'

const prefix = 'parallax draft '

/** The draft stored under a key; null if there is none or it cannot be read. */
function kept<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/**
 * Unsaved work, kept in localStorage so that it survives a closed tab. `draft` is null if there is none;
 * `setDraft(null)` drops it. Drafts are separate for each user, since several may share one browser.
 */
export function useDraft<Value>(name: string) {
  const key = `${useViewer().id} ${name}`
  const [state, setState] = useState(() => ({ key, draft: kept<Value>(key) }))
  if (state.key !== key) setState({ key, draft: kept<Value>(key) })
  const setDraft = useCallback(
    (draft: Value | null) => {
      try {
        if (draft === null) localStorage.removeItem(prefix + key)
        else localStorage.setItem(prefix + key, JSON.stringify(draft))
      } catch {
        // If localStorage is full, the draft lives on this page only.
      }
      setState({ key, draft })
    },
    [key],
  )
  return { draft: state.key === key ? state.draft : kept<Value>(key), setDraft }
}
