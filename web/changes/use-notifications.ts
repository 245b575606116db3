import { NotificationsDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'

/** The number of notifications that are read at first. */
const firstPage = 20

/** Returns the newest notifications; with `everyMs`, they are read again after that time while the page is in view. */
export function useNotifications(everyMs?: number) {
  return useGraph(
    NotificationsDocument,
    { first: firstPage },
    {
      staleTime: 30_000,
      ...(everyMs !== undefined && { refetchInterval: everyMs, refetchIntervalInBackground: false }),
    },
  )
}
