import { SharesCountDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'

/** How many things others share with the user; undefined until that is known. */
export function useSharesCount(): number | undefined {
  const { data } = useGraph(SharesCountDocument, {}, { staleTime: 60_000 })
  return data?.sharesReceived.totalCount
}
