import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { graph, keyOf, type GraphDocument } from './graph.js'

interface Connection<Node> {
  nodes: Node[]
  pageInfo: { endCursor?: string | null; hasNextPage: boolean }
  totalCount?: number
}

/** Loads the next page of a list. */
export interface More {
  isLoading: boolean
  load: () => void
}

interface Options<Node> {
  /**
   * Refetches the loaded pages at this interval, in milliseconds; a function can choose it by the loaded nodes, or
   * return false.
   */
  everyMs?: number | ((nodes: readonly Node[]) => number | false)
  staleTime?: number
  enabled?: boolean
}

/**
 * Returns a list that is loaded page by page: `nodes` contains all nodes so far, and `more`, if another page exists,
 * loads it. The document takes the cursor as `after`.
 */
export function usePages<Result, Variables extends { after?: string | null }, Node>(
  document: GraphDocument<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  listOf: (result: Result) => Connection<Node>,
  { everyMs, ...options }: Options<Node> = {},
) {
  const intervalFor = (pages: readonly Result[]) =>
    typeof everyMs === 'function' ? everyMs(pages.flatMap((page) => listOf(page).nodes)) : everyMs
  const query = useInfiniteQuery({
    queryKey: [...keyOf(document, variables as Variables), 'pages'],
    queryFn: ({ pageParam, signal }) => graph(document, { ...variables, after: pageParam } as Variables, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam(result) {
      const { hasNextPage, endCursor } = listOf(result).pageInfo
      return hasNextPage ? (endCursor ?? null) : null
    },
    ...options,
    refetchInterval: ({ state }) => intervalFor(state.data?.pages ?? []) ?? false,
  })
  const { data, ...rest } = query
  // The array stays the same object until an answer changes.
  const nodes = useMemo(() => data?.pages.flatMap((page) => listOf(page).nodes), [data])
  const [first] = data?.pages ?? []
  const more: More | undefined = query.hasNextPage
    ? { isLoading: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
    : undefined
  return { ...rest, nodes, totalCount: (first && listOf(first).totalCount) ?? 0, more }
}

const nothing: readonly never[] = []

/** An empty list, in place of the list of an object that does not exist. */
export const emptyList: Connection<never> = { nodes: [], pageInfo: { hasNextPage: false } }

/**
 * Returns a complete list, such as the options of a field: its pages are loaded one after the other, and the nodes so
 * far can be used in the meantime. `isWhole` tells whether all are loaded.
 */
export function useAll<Result, Variables extends { after?: string | null }, Node>(
  document: GraphDocument<Result, Variables>,
  variables: Omit<Variables, 'after'>,
  listOf: (result: Result) => Connection<Node>,
  options: Options<Node> = {},
) {
  const { nodes, more, isFetching, error, dataUpdatedAt, refetch } = usePages(document, variables, listOf, options)
  const goesOn = more !== undefined && !isFetching && !error
  useEffect(() => {
    if (goesOn) more?.load()
  }, [goesOn, dataUpdatedAt])
  const isThere = nodes !== undefined || error !== null
  return { nodes: nodes ?? nothing, isThere, isWhole: nodes !== undefined && !more, error, refetch }
}
