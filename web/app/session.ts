import { SignOutDocument, ViewerDocument, type ViewerQuery } from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'

export type Viewer = NonNullable<ViewerQuery['viewer']>

/** Who is signed in: null for nobody, undefined while that is not known. */
export function useSession() {
  const { data, isPending, error, refetch } = useGraph(ViewerDocument, {}, { staleTime: 60_000 })
  return { viewer: data?.viewer, config: data?.serverConfig, isPending, error, refetch }
}

/** The person at the desk. Only for pages, which nobody sees who is not signed in. */
export function useViewer(): Viewer {
  const { viewer } = useSession()
  if (!viewer) throw new Error('Pages are shown to people who are signed in')
  return viewer
}

/** Forgets everything that was loaded for somebody else, and asks anew who is signed in. */
export async function changePerson(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyOf(ViewerDocument)[0] })
  await queryClient.invalidateQueries({ queryKey: keyOf(ViewerDocument) })
}

export function useSignOut() {
  return useAct(SignOutDocument, { onSuccess: () => void changePerson() })
}
