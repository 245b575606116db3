import { useEffect, useState } from 'react'
import { SignOutDocument, ViewerDocument, type ViewerQuery } from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { interruptUpdates } from '../lib/updates.js'
import { texts } from '../texts.js'

export type Viewer = NonNullable<ViewerQuery['viewer']>

/**
 * Returns the session. Its `viewer` is the signed-in user, null if no user is signed in, undefined while that is
 * unknown.
 */
export function useSession() {
  // Read again on focus: another user may have signed in outside of the desk.
  const options = { staleTime: 60_000, refetchOnWindowFocus: 'always' } as const
  const { data, isPending, error, refetch } = useGraph(ViewerDocument, {}, options)
  return { viewer: data?.viewer, config: data?.serverConfig, isPending, error, refetch }
}

/**
 * Returns the signed-in user. Throws if no user is signed in; for use in pages only, which require a signed-in user.
 */
export function useViewer(): Viewer {
  const { viewer } = useSession()
  if (!viewer) throw new Error(texts.errors.signedOut)
  return viewer
}

/** A channel to the other tabs of this browser, which share the session cookie. */
const tabs = new BroadcastChannel('parallax person')
const askWho = () => queryClient.invalidateQueries({ queryKey: keyOf(ViewerDocument) })
tabs.onmessage = () => void askWho()

const forgetters = new Set<() => void>()

/** Calls `forget` whenever another user has signed in. */
export function onNextPerson(forget: () => void): void {
  forgetters.add(forget)
}

function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyOf(ViewerDocument)[0] })
}

/** Returns whether the data of the previous user has been cleared, which also follows a sign-in in another tab. */
export function useOwnDesk(id: string | undefined): boolean {
  const [person, setPerson] = useState<string>()
  useEffect(() => {
    if (id === undefined || id === person) return
    forgetAnswers()
    for (const forget of forgetters) forget()
    setPerson(id)
  }, [id, person])
  return id === person
}

/**
 * Discards all loaded data and reads the session again, here and in every other tab. Resolves to true if the server
 * answers that no user is signed in.
 */
export async function changePerson(): Promise<boolean> {
  forgetAnswers()
  tabs.postMessage('changed')
  await askWho()
  const state = queryClient.getQueryState<ViewerQuery>(keyOf(ViewerDocument, {}))
  return state?.status === 'success' && !state.data?.viewer
}

export function useSignOut() {
  return useAct(SignOutDocument, { onMutate: interruptUpdates, onSuccess: () => void changePerson() })
}
