import { useEffect, useState } from 'react'
import { SignOutDocument, ViewerDocument, type ViewerQuery } from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

export type Viewer = NonNullable<ViewerQuery['viewer']>

/** The session; its `viewer` is the user who is signed in, null for nobody, undefined while that is not known. */
export function useSession() {
  // Read again on focus: another user may have signed in by other means than a tab of the desk.
  const options = { staleTime: 60_000, refetchOnWindowFocus: 'always' } as const
  const { data, isPending, error, refetch } = useGraph(ViewerDocument, {}, options)
  return { viewer: data?.viewer, config: data?.serverConfig, isPending, error, refetch }
}

/** The user who is signed in; throws if nobody is. Only for pages, which are shown to signed-in users alone. */
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

/** Runs `forget` whenever another user has signed in. */
export function onNextPerson(forget: () => void): void {
  forgetters.add(forget)
}

function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyOf(ViewerDocument)[0] })
}

/** Whether the data of the previous user has been cleared, also after a sign-in in another tab; false until then. */
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
 * Discards all loaded data and asks again who is signed in, here and in every other tab. Resolves to true if the
 * server answers that nobody is.
 */
export async function changePerson(): Promise<boolean> {
  forgetAnswers()
  tabs.postMessage('changed')
  await askWho()
  const asked = queryClient.getQueryState<ViewerQuery>(keyOf(ViewerDocument, {}))
  return asked?.status === 'success' && !asked.data?.viewer
}

export function useSignOut() {
  return useAct(SignOutDocument, { onSuccess: () => void changePerson() })
}
