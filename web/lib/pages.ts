import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { graph, keyOf, type GraphDocument } from './graph.js'

interface Connection<Node> {
  nodes: Node[]
  pageInfo: { endCursor?: string | null; hasNextPage: boolean }
  totalCount?: number
}

/** The next page of a list, where there is one. */
export interface More {
  isLoading: boolean
  load: () => void
}

interface Options {
  /** Reads the pages there are again and again. */
  everyMs?: number
  staleTime?: number
  enabled?: boolean
}

/**
 * A list that is read page by page: all nodes so far, and the next page where there is one. The document takes the
 * cursor as `after`.
 */
export function usePages<Result, Variables extends { after?: string | null }, Node>(
  document: GraphDocument<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  listOf: (result: Result) => Connection<Node>,
  { everyMs, ...options }: Options = {},
) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(document, variables as Variables), 'pages'],
    queryFn: ({ pageParam, signal }) => graph(document, { ...variables, after: pageParam } as Variables, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam(result) {
      const { hasNextPage, endCursor } = listOf(result).pageInfo
      return hasNextPage ? (endCursor ?? null) : null
    },
    ...options,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  const { data, ...rest } = query
  // The same rows as long as the answers are the same, however often the page is drawn.
  const nodes = useMemo(() => data?.pages.flatMap((page) => listOf(page).nodes), [data])
  const [first] = data?.pages ?? []
  const more: More | undefined = query.hasNextPage
    ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
    : undefined
  return { ...rest, nodes, totalCount: (first && listOf(first).totalCount) ?? 0, more }
}

/** A field shows no more choices than these at once; what is typed finds the others. */
export const mostOffered = 200

const nothing: readonly never[] = []

/** The list of something that is not there. */
export const emptyList: Connection<never> = { nodes: [], pageInfo: { hasNextPage: false } }

/**
 * A list that is wanted whole, such as what a person chooses from: its pages come one after the other, and what there
 * is so far can be used meanwhile.
 */
export function useAll<Result, Variables extends { after?: string | null }, Node>(
  document: GraphDocument<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  listOf: (result: Result) => Connection<Node>,
  options: Options = {},
) {
  const { nodes, more, isFetching, error, dataUpdatedAt, refetch } = usePages(document, variables, listOf, options)
  const goesOn = more !== undefined && !isFetching && !error
  useEffect(() => {
    if (goesOn) more?.load()
  }, [goesOn, dataUpdatedAt])
  const isThere = nodes !== undefined || error !== null
  return { nodes: nodes ?? nothing, isThere, isWhole: nodes !== undefined && !more, error, refetch }
}
