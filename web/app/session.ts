import { useEffect, useState } from 'react'
import { SignOutDocument, ViewerDocument, type ViewerQuery } from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'

export type Viewer = NonNullable<ViewerQuery['viewer']>

/** Who is signed in: null for nobody, undefined while that is not known. */
export function useSession() {
  // Something else than a tab of the desk may have signed somebody else in.
  const options = { staleTime: 60_000, refetchOnWindowFocus: 'always' } as const
  const { data, isPending, error, refetch } = useGraph(ViewerDocument, {}, options)
  return { viewer: data?.viewer, config: data?.serverConfig, isPending, error, refetch }
}

/** The person at the desk. Only for pages, which nobody sees who is not signed in. */
export function useViewer(): Viewer {
  const { viewer } = useSession()
  if (!viewer) throw new Error('Pages are shown to people who are signed in')
  return viewer
}

/** The other tabs of this browser, which have the same cookie. */
const tabs = new BroadcastChannel('parallax person')
const askWho = () => queryClient.invalidateQueries({ queryKey: keyOf(ViewerDocument) })
tabs.onmessage = () => void askWho()

const forgetters = new Set<() => void>()

/** Runs `forget` when somebody else sits down at the desk. */
export function onNextPerson(forget: () => void): void {
  forgetters.add(forget)
}

function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyOf(ViewerDocument)[0] })
}

/** Whether nothing is left of who was here before this person, also where another tab has signed them in. */
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
 * Forgets everything that was loaded for somebody else, and asks anew who is signed in, in every tab; whether the
 * server knows nobody.
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
