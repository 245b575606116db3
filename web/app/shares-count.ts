import { SharesCountDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'

/** Returns the number of resources that other users share with the user; undefined until it is known. */
export function useSharesCount(): number | undefined {
  const { data } = useGraph(SharesCountDocument, {}, { staleTime: 60_000 })
  return data?.sharesReceived.totalCount
}
