import { useEffect } from 'react'
import { useQuery } from 'urql'
import { graphql } from './gql'

const jobQuery = graphql(`
  query JobProgress($id: ID!) {
    job(id: $id) {
      id
      queue
      status
      progress
      error
      pollAfterMs
    }
  }
`)

/** Asks again as late as the server says, and calls `onEnd` once it names no further time. */
export function JobWatch({ jobId, onEnd }: { jobId: string; onEnd: () => void }) {
  const [{ data, error }, poll] = useQuery({ query: jobQuery, variables: { id: jobId }, requestPolicy: 'network-only' })
  const job = data?.job

  useEffect(() => {
    if (!job) return
    if (job.pollAfterMs == null) return onEnd()
    const timer = setTimeout(() => poll({ requestPolicy: 'network-only' }), job.pollAfterMs)
    return () => clearTimeout(timer)
    // A new answer is a new object, also when nothing in it has changed.
  }, [job])

  if (error) return <span role="alert">{error.message}</span>
  if (!job) return null
  return (
    <span className="row" role="status">
      <progress max={100} value={job.status === 'COMPLETED' ? 100 : job.progress} />
      {job.queue.toLowerCase().replaceAll('_', ' ')} {job.status.toLowerCase()} {job.error}
    </span>
  )
}
