import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ViewerDocument } from '../generated/graphql.js'
import { showError } from './notices.js'
import { onEnd } from './answer.js'
import { onReturn } from './connection.js'
import { keyOf, type GraphDocument } from './graph.js'

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    // A mutation that is done is forgotten at once: what it was to do afterwards holds the page that it was on.
    mutations: { retry: false, networkMode: 'always', gcTime: 0 },
  },
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      if (!mutation.meta?.['shown']) showError(error)
    },
  }),
})

// When any request learns that the session has ended, the viewer is read again, which shows the sign-in form. The
// request may have begun before the user signed in again, so the server is asked.
onEnd(() => {
  const queryKey = keyOf(ViewerDocument)
  // A request for the viewer that is under way answers the question, even if it is the one that was refused.
  if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
})

/** Invalidates the cached answers of these documents, whatever their variables. */
export function readAgain(...documents: readonly GraphDocument<unknown, never>[]): void {
  for (const document of documents) void queryClient.invalidateQueries({ queryKey: keyOf(document) })
}

onReturn(() => void queryClient.invalidateQueries())
