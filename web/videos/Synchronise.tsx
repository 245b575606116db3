import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { IconRefresh } from '../app/frame-icons.js'
import { showDone } from '../lib/notices.js'
import { LibraryDocument, SyncVideosDocument, UploadedVideosDocument } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useOpenJob } from '../jobs/open-job.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'

const words = texts.videos

/**
 * Returns the means to synchronise the library with the folder of videos; `faults` is the number of faulty files in the
 * last run.
 */
export function useSync(onDone: () => void) {
  const [faults, setFaults] = useState(0)
  const { mutate, isPending } = useAct(SyncVideosDocument, {
    onSuccess({ syncVideos: { added, updated, deleted, errors } }) {
      showDone(words.synced(added, updated, deleted))
      setFaults(errors)
      onDone()
    },
  })
  return { start: () => mutate({}), isPending, faults, putAway: () => setFaults(0) }
}

type Sync = ReturnType<typeof useSync>

export function Synchronise({ sync: { start, isPending } }: { sync: Sync }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending}
      onClick={() => start()}
    >
      {words.sync}
    </Button>
  )
}

/** Shows the number of faulty files and what to do about them, until the user closes it. */
export function FileFaults({ sync: { faults, putAway } }: { sync: Sync }) {
  if (!faults) return null
  return (
    <Alert
      color="orange"
      role="alert"
      title={words.faults.title(faults)}
      withCloseButton
      closeButtonLabel={texts.states.close}
      onClose={putAway}
    >
      {words.faults.advice}
    </Alert>
  )
}

/** How often lists of videos are read again while new files are being probed, in milliseconds. */
export const readMs = 2_000

/** Returns the system's job that probes new files. */
export function useProbing(enabled: boolean) {
  const job = useOpenJob({ queue: 'VIDEO_PROBING' }, { enabled })
  /** Finds the open probing job, whose id is in no response; if none is open, all files have been probed. */
  const look = () => void job.ask().then(() => readAgain(LibraryDocument, UploadedVideosDocument))
  return { job, look }
}

/** The progress of the job that probes new files. */
export function Probing({ job, look }: ReturnType<typeof useProbing>) {
  if (!job.shown) return null
  return <JobProgress id={job.shown} label={words.probing} onEnd={look} onAgain={job.begun} />
}
