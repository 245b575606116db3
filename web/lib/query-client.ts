import { MutationCache, QueryClient } from '@tanstack/react-query'
import { documentKinds } from '../generated/document-kinds.js'
import { ViewerDocument } from '../generated/graphql.js'
import { showError } from './notices.js'
import { onEnd } from './answer.js'
import { onReturn } from './connection.js'
import { keyOf, type GraphDocument } from './graph.js'
import { onUpdates, type Update } from './updates.js'

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    // A finished mutation is dropped immediately, because its callbacks hold on to the page that started it.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      if (!mutation.meta?.['shown']) showError(error)
    },
  }),
})

// When any request learns that the session has ended, the viewer is read again, which shows the sign-in form. The
// server has to be asked, because the request may have begun before the user signed in again.
onEnd(() => {
  const queryKey = keyOf(ViewerDocument)
  // A pending request for the viewer has the answer too, even if it is the one that was refused.
  if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
})

/** Invalidates the cached answers to these documents, regardless of their variables. */
export function readAgain(...documents: readonly GraphDocument<unknown, never>[]): void {
  for (const document of documents) void queryClient.invalidateQueries({ queryKey: keyOf(document) })
}

onReturn(() => void queryClient.invalidateQueries())

// Answers that what others have changed may be part of are read again.
onUpdates(({ everything, updates }) => {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => everything || updates.some((update) => concerns(update, queryKey)),
  })
})

/** Returns whether things that have changed may be part of the answer with this key. */
function concerns({ kind, videoId }: Update, [hash, variables]: readonly unknown[]): boolean {
  const kinds = documentKinds[String(hash).replace('sha256:', '').slice(0, 8)]?.split(' ') ?? []
  if (!kinds.includes(kind) && !kinds.includes('*')) return false
  const shown = (variables as { videoId?: unknown } | undefined)?.videoId
  return typeof shown !== 'string' || videoId === null || shown === videoId
}
