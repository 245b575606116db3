import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ViewerDocument } from '../generated/graphql.js'
import { showError } from '../app/notices.js'
import { onEnd } from './answer.js'
import { onReturn } from './connection.js'
import { keyOf, type GraphDocument } from './graph.js'

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      if (!mutation.meta?.['shown']) showError(error)
    },
  }),
})

// Signs the page out when the session has ended meanwhile, whichever request met that. One that began before the
// person signed in again may say so too: the server is asked.
onEnd(() => {
  const queryKey = keyOf(ViewerDocument)
  // One that is being asked already answers it, also where it is the one that was refused.
  if (queryClient.isFetching({ queryKey }) === 0) void queryClient.invalidateQueries({ queryKey })
})

/** Has what these documents have answered, whatever their variables, read again. */
export function readAgain(...documents: readonly GraphDocument<unknown, never>[]): void {
  for (const document of documents) void queryClient.invalidateQueries({ queryKey: keyOf(document) })
}

onReturn(() => void queryClient.invalidateQueries())
