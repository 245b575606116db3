import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import {
  CancelJobDocument,
  JobNowDocument,
  RetryJobDocument,
  type JobNowQuery,
  type JobStateFragment,
  type JobStatus,
} from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

const open: readonly JobStatus[] = ['QUEUED', 'ACTIVE', 'DELAYED']
/** Returns whether a job of this status has not ended yet. */
export const isOpen = (status: JobStatus) => open.includes(status)

/** Returns whether a job is open according to its last cached state; true if no state is cached. */
export function isRunning(id: string): boolean {
  const { job } = queryClient.getQueryData<JobNowQuery>(keyOf(JobNowDocument, { id })) ?? {}
  return !job || isOpen(job.status)
}

interface Props {
  id: string
  label: string
  /** Called once when the job has ended. */
  onEnd: (status: JobStatus) => void
  /** Receives the job that retries the failed job, to be shown in its place. */
  onAgain: (job: JobStateFragment) => void
}

const keep = (job: JobStateFragment) => queryClient.setQueryData(keyOf(JobNowDocument, { id: job.id }), { job })

/** The progress of a job with a button to cancel it; if it failed, the reason with a button to retry it. */
export function JobProgress({ id, label, onEnd, onAgain }: Props) {
  const { data } = useGraph(
    JobNowDocument,
    { id },
    {
      refetchInterval: ({ state }) => {
        const job = state.data?.job
        return job && !isOpen(job.status) ? false : (job?.pollAfterMs ?? 1000)
      },
    },
  )
  const cancel = useAct(CancelJobDocument, { onSuccess: ({ cancelJob }) => keep(cancelJob.job) })
  const again = useAct(RetryJobDocument, {
    onSuccess({ retryJob }) {
      keep(retryJob.job)
      onAgain(retryJob.job)
    },
  })
  const job = data?.job
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (!job || isOpen(job.status) || reported.current === id) return
    reported.current = id
    onEnd(job.status)
  }, [job, id, onEnd])
  if (!job || job.status === 'COMPLETED') return null
  if (!isOpen(job.status))
    return (
      <Alert color="red" title={texts.jobs.failed(label)} role="alert">
        <Stack align="start" gap="sm">
          {job.error ?? texts.jobs.noReason}
          <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate({ id })}>
            {texts.jobs.again}
          </Button>
        </Stack>
      </Alert>
    )
  return (
    <Stack gap={4} role="status">
      <Group justify="space-between">
        <Text size="sm">{`${label}: ${texts.jobs.states[job.status]}, ${Math.round(job.progress)} %`}</Text>
        <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          {texts.jobs.cancel}
        </Button>
      </Group>
      <Progress.Root>
        <Progress.Section value={job.progress} aria-label={label} />
      </Progress.Root>
    </Stack>
  )
}
