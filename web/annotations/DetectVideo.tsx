import { Button, Group, NativeSelect } from '@mantine/core'
import { useCallback, useState } from 'react'
import { showDone, showError } from '../lib/notices.js'
import { DetectInVideoDocument, FollowedDocument, type JobStatus } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { useFoundJobs } from '../jobs/open-job.js'
import { untilAnswered } from '../lib/answer.js'
import { graph, useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Editor } from './editor.js'
import type { TrackIndex } from './track-index.js'
import type { TrackStore } from './track-store.js'

const words = texts.watch
const rates = [0.5, 1, 2, 5]

interface Props {
  player: Player
  store: TrackStore
  index: TrackIndex
  editor: Editor
  personaId: string | null
  query: string
  confidence: number
  /** The types that were chosen for classes of the detector. */
  types: readonly { label: string; typeId: string }[]
}

/** Has a model detect and track objects in the whole video, in a job that continues when the page is closed. */
export function DetectVideo({ player, store, index, editor, personaId, query, confidence, types }: Props) {
  const { videoId } = store
  const [rate, setRate] = useState(1)
  const [job, setJob] = useState<string>()
  useFoundJobs({ queue: 'OBJECT_DETECTION', videoId }, (ids) => setJob(ids[0]))
  const start = useAct(DetectInVideoDocument, { onSuccess: ({ detectInVideo }) => setJob(detectInVideo.job.id) })
  const ended = useCallback(
    (status: JobStatus) => {
      if (status !== 'COMPLETED' || job === undefined) return
      const show = async () => {
        const { job: done } = await untilAnswered(() => graph(FollowedDocument, { id: job }))
        const { annotationIds = [], skipped = {} } = (done?.result ?? {}) as Result
        showDone(words.detectedInVideo(annotationIds.length, Object.keys(skipped)))
        if (annotationIds.length) editor.made(annotationIds)
        await Promise.all([index.load(), store.reload(player.snapshot().frame)])
      }
      show().catch(showError)
    },
    [player, store, index, editor, job],
  )
  return (
    <>
      <Group gap="xs" align="end">
        <NativeSelect
          flex="1 1 10rem"
          label={words.searchedFrames}
          value={String(rate)}
          data={rates.map((one) => ({ value: String(one), label: words.framesPerSecond(one) }))}
          onChange={({ currentTarget }) => setRate(Number(currentTarget.value))}
        />
        <Button
          variant="default"
          flex="1 0 auto"
          disabled={personaId === null}
          loading={start.isPending}
          onClick={() =>
            start.mutate({
              input: {
                videoId,
                personaId: personaId!,
                framesPerSecond: rate,
                confidenceThreshold: confidence,
                ...(query && { manualQuery: query }),
                ...(types.length && { types: [...types] }),
              },
            })
          }
        >
          {words.detectInVideo}
        </Button>
      </Group>
      {job !== undefined && (
        <JobProgress id={job} label={words.wholeVideo} onEnd={ended} onAgain={({ id }) => setJob(id)} />
      )}
    </>
  )
}

interface Result {
  annotationIds?: string[]
  /** The numbers of boxes that were not kept, by class. */
  skipped?: Record<string, number>
}
