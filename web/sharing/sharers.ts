import { useMemo } from 'react'
import { SharedSummariesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** Returns the names of the users who share summaries with the user, by the id of the summary. */
export function useSummarySharers(): ReadonlyMap<string, string> {
  const { nodes } = useAll(SharedSummariesDocument, {}, ({ sharesReceived }) => sharesReceived, { staleTime: 30_000 })
  return useMemo(() => new Map(nodes.map((one) => [one.resourceId, one.creator?.displayName ?? ''])), [nodes])
}
