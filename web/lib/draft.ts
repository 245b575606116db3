import { useCallback, useState } from 'react'
import { useViewer } from '../app/session.js'

const prefix = 'parallax draft '

/** What was kept under a name, null where nothing was or it cannot be read. */
function kept<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/**
 * Work that is not saved yet, kept in the browser so that it survives a closed tab. `draft` is null where there is
 * none; `setDraft(null)` drops it. Each person has drafts of their own: many may use one browser.
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
        // A full store keeps the work on this page alone.
      }
      setState({ key, draft })
    },
    [key],
  )
  return { draft: state.key === key ? state.draft : kept<Value>(key), setDraft }
}
