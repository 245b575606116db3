import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ViewerDocument } from '../generated/graphql.js'
import { showError } from '../app/notices.js'
import { AnswerError } from './answer.js'
import { onReturn } from './connection.js'
import { keyOf, type GraphDocument } from './graph.js'

/** Signs the page out when the session has ended meanwhile. */
function noteEnd(error: unknown): void {
  if (error instanceof AnswerError && error.code === 'UNAUTHENTICATED')
    queryClient.setQueryData(
      keyOf(ViewerDocument, {}),
      (known: object | undefined) => known && { ...known, viewer: null },
    )
}

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noteEnd }),
  mutationCache: new MutationCache({
    onError(error, _variables, _context, mutation) {
      noteEnd(error)
      if (!mutation.meta?.['shown']) showError(error)
    },
  }),
})

/** Has what these documents have answered, whatever their variables, read again. */
export function readAgain(...documents: readonly GraphDocument<unknown, never>[]): void {
  for (const document of documents) void queryClient.invalidateQueries({ queryKey: keyOf(document) })
}

onReturn(() => void queryClient.invalidateQueries())
