import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CancelJobDocument, JobNowDocument, type JobNowQuery, type JobStatus } from '../generated/graphql.js'
import { keyOf, useAct, useGraph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

const open: readonly JobStatus[] = ['QUEUED', 'ACTIVE', 'DELAYED']
export const isOpen = (status: JobStatus) => open.includes(status)

/** Whether a job is under way, as far as it has been looked at. */
export function isRunning(id: string): boolean {
  const { job } = queryClient.getQueryData<JobNowQuery>(keyOf(JobNowDocument, { id })) ?? {}
  return !job || isOpen(job.status)
}

/** A job under way: how far it is, and a way to stop it; why it failed, where it did. Tells once when it has ended. */
export function JobProgress({ id, label, onEnd }: { id: string; label: string; onEnd: (status: JobStatus) => void }) {
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
  const cancel = useAct(CancelJobDocument, {
    onSuccess: ({ cancelJob: job }) => queryClient.setQueryData(keyOf(JobNowDocument, { id }), { job }),
  })
  const job = data?.job
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (!job || isOpen(job.status) || told.current === id) return
    told.current = id
    onEnd(job.status)
  }, [job, id, onEnd])
  if (!job || job.status === 'COMPLETED') return null
  if (!isOpen(job.status))
    return (
      <Alert color="red" title={texts.jobs.failed(label)} role="alert">
        {job.error ?? texts.jobs.noReason}
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
