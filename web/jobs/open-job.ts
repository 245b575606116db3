import { useEffect, useState } from 'react'
import { OpenJobsDocument, type JobStateFragment, type OpenJobsQueryVariables } from '../generated/graphql.js'
import { keyOf, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { isOpen } from './JobProgress.js'

/** Returns the open job that matches `about`, which is also found again when the user returns to the page. */
export function useOpenJob(about: OpenJobsQueryVariables, options: { enabled?: boolean } = {}) {
  const queryKey = keyOf(OpenJobsDocument, about)
  const { data } = useGraph(OpenJobsDocument, about, options)
  // The newest jobs come first; if two are open, the older one runs and the newer one waits for it.
  const running = data?.jobs.nodes.filter(({ status }) => isOpen(status)).at(-1)
  // A failed job stays visible, so that its error can be read.
  const [shown, setShown] = useState<string>()
  if (running && running.id !== shown) setShown(running.id)
  return {
    shown,
    isRunning: running !== undefined,
    /** Shows a job that this page has started. */
    begun(job: JobStateFragment) {
      // A response under way may be older than the job.
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, { jobs: { nodes: [job] } })
    },
    /** Reads again which job is open. */
    ask: () => queryClient.invalidateQueries({ queryKey }),
  }
}

/** Calls `onFound` with the ids of all open jobs that match `about`, oldest first, whenever they have been read. */
export function useFoundJobs(about: OpenJobsQueryVariables, onFound: (ids: string[]) => void): void {
  // Jobs in the cache from an earlier visit of the page may have ended since.
  const { data, isFetchedAfterMount } = useGraph(OpenJobsDocument, about, { staleTime: 0 })
  useEffect(() => {
    if (!data || !isFetchedAfterMount) return
    const open = data.jobs.nodes.filter(({ status }) => isOpen(status))
    if (open.length) onFound(open.map(({ id }) => id).reverse())
    // `onFound` is not a dependency, so that it runs once for each response and not on every render.
  }, [data, isFetchedAfterMount])
}
