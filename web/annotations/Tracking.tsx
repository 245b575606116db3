import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { showDone, showError } from '../app/notices.js'
import { FollowedDocument, TrackFromDocument, type JobStatus } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { untilAnswered } from '../lib/answer.js'
import { graph, useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Link } from './act.js'
import type { Editor } from './editor.js'
import type { TrackStore } from './track-store.js'
import { boxOf, type Track } from './track.js'

const words = texts.tracks

interface Props {
  player: Player
  store: TrackStore
  editor: Editor
  track: Track
  /** Receives the id of the job in which a model tracks the object. */
  onFollow: (job: string) => void
}

/** Starts a job in which a model tracks the object in the box from the current frame on, as a new track. */
export function TrackObject({
  player,
  store,
  track,
  link,
  onFollow,
}: Pick<Props, 'player' | 'store' | 'track' | 'onFollow'> & { link: Link | undefined }) {
  const start = useAct(TrackFromDocument, { onSuccess: ({ trackFrom }) => onFollow(trackFrom.id) })
  function follow(): void {
    const { frame } = player.snapshot()
    const box = boxOf(track, frame)
    if (!box || !link) return
    const { x, y, width, height } = box
    start.mutate({ input: { videoId: store.videoId, frame, box: { x, y, width, height }, ...link } })
  }
  return (
    <Button variant="default" loading={start.isPending} disabled={!link} onClick={follow}>
      {words.follow}
    </Button>
  )
}

/** The progress of a tracking job, whichever track is selected; when it is done, the new track is loaded. */
export function Following({
  player,
  store,
  editor,
  job,
  onAgain,
}: Pick<Props, 'player' | 'store' | 'editor'> & { job: string; onAgain: (job: string) => void }) {
  const ended = useCallback(
    (status: JobStatus) => {
      if (status !== 'COMPLETED') return
      showDone(words.followed)
      const show = async () => {
        const { job: done } = await untilAnswered(() => graph(FollowedDocument, { id: job }))
        const track: unknown = done?.result?.['annotationId']
        if (typeof track === 'string') editor.made([track])
        await store.reload(player.snapshot().frame)
      }
      show().catch(showError)
    },
    [player, store, editor, job],
  )
  return <JobProgress id={job} label={words.following} onEnd={ended} onAgain={({ id }) => onAgain(id)} />
}
