import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import {
  ClaimTreeDocument,
  ReviewsOfClaimsDocument,
  type ClaimOrderField,
  type ClaimTreeQuery,
  type OrderDirection,
  type ReviewState,
} from '../generated/graphql.js'
import { graph, keyOf } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'

type ClaimEdge = NonNullable<ClaimTreeQuery['summary']>['claimTree']['edges'][number]

/** A row of the tree: a claim and its place. */
export type ClaimNode = Omit<ClaimEdge, 'node'> & { id: string; claim: ClaimEdge['node'] }

/** Returns the row of an edge; none for a claim that was deleted between the reads of its place and of itself. */
const rowsOf = ({ node, ...place }: Omit<ClaimEdge, 'node'> & { node: ClaimEdge['node'] | null }): ClaimNode[] =>
  node ? [{ ...place, id: node.id, claim: node }] : []

/** Which claims of a summary are shown, and the order of siblings. */
export interface ClaimFilter {
  search: string
  /** Such as `0.5-1`: at least the first number, and less than the second unless that is 1; empty for any. */
  confidence: string
  /** A field and a direction, such as `CREATED_AT ASC`. */
  order: string
  /** Only claims in this state of review; undefined for all. */
  reviewState?: ReviewState | undefined
}

export const usualFilter: ClaimFilter = { search: '', confidence: '', order: 'CREATED_AT ASC' }

export const isFiltered = ({ search, confidence, reviewState }: ClaimFilter) =>
  search.trim() !== '' || confidence !== '' || reviewState !== undefined

/** Returns a value just below the bound, because the server's filter includes its bounds. */
const justBelow = (value: number) => value - 1e-9

function variablesOf({ search, confidence, order, reviewState }: ClaimFilter) {
  const [from = '', to = ''] = confidence.split('-')
  const [field, direction] = order.split(' ')
  return {
    search: search.trim() || null,
    minConfidence: from && Number(from) > 0 ? Number(from) : null,
    maxConfidence: to && Number(to) < 1 ? justBelow(Number(to)) : null,
    reviewState: reviewState ?? null,
    orderBy: { field: field as ClaimOrderField, direction: direction as OrderDirection },
  }
}

/**
 * Returns the claims of a summary that pass a filter and their ancestors, each parent before its subclaims, in pages.
 */
export function useClaimTree(summaryId: string, filter: ClaimFilter) {
  const variables = { summaryId, ...variablesOf(filter) }
  const tree = useInfiniteQuery({
    queryKey: keyOf(ClaimTreeDocument, variables),
    queryFn: ({ pageParam, signal }) => graph(ClaimTreeDocument, { ...variables, after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ summary }) =>
      summary?.claimTree.pageInfo.hasNextPage ? summary.claimTree.pageInfo.endCursor : null,
    // The previous claims stay visible until the answer to another filter arrives.
    placeholderData: (before) => before,
  })
  const nodes = useMemo(
    () => tree.data?.pages.flatMap(({ summary }) => summary?.claimTree.edges.flatMap(rowsOf) ?? []) ?? [],
    [tree.data],
  )
  const reload = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: keyOf(ClaimTreeDocument, { summaryId }) })
    void queryClient.invalidateQueries({ queryKey: keyOf(ReviewsOfClaimsDocument, { summaryId }) })
  }, [summaryId])
  const { hasNextPage, isFetching, error } = tree
  const [first] = tree.data?.pages ?? []
  return {
    ...tree,
    nodes,
    reload,
    videoId: first?.summary?.videoId ?? '',
    personaId: first?.summary?.personaId ?? null,
    /** The number of rows. */
    total: first?.summary?.claimTree.totalCount ?? 0,
    /** The number of claims of the summary, regardless of the filter. */
    all: first?.summary?.claimCount ?? 0,
    // Not after an error, and not during a refetch of all pages, which loading another page would cancel.
    hasMore: hasNextPage && !isFetching && !error,
  }
}
