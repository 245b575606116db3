import { useCallback, useState } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconFollow } from '../app/icons.js'
import { showDone, showError } from '../lib/notices.js'
import { FollowedDocument, TrackFromDocument, type JobStatus } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { untilAnswered } from '../lib/answer.js'
import { graph, useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Link } from './act.js'
import type { Editor } from './editor.js'
import type { TrackIndex } from './track-index.js'
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

/** The sequences of tracks before a model was asked to extend them, by job, for undo. */
const before = new Map<string, { id: string; frames: Track['document'] }>()

/** Starts a job in which a model tracks the object in the box from the current frame on, and extends the track. */
export function TrackObject({ player, store, editor, track, link, onFollow }: Props & { link: Link | undefined }) {
  const [isReading, setReading] = useState(false)
  const start = useAct(TrackFromDocument)
  async function follow(): Promise<void> {
    const { frame } = player.snapshot()
    const box = boxOf(track, frame)
    if (!box || !link) return
    const { x, y, width, height } = box
    setReading(true)
    try {
      // Wait until pending changes are saved, because the model extends the sequence that is stored.
      const whole = await editor.wholeOf(track.id)
      const input = { videoId: store.videoId, frame, box: { x, y, width, height }, ...link, annotationId: track.id }
      const { trackFrom } = await start.mutateAsync({ input })
      if (whole) before.set(trackFrom.job.id, { id: track.id, frames: whole.frames })
      onFollow(trackFrom.job.id)
    } catch {
      // The notification of the mutation shows the error.
    } finally {
      setReading(false)
    }
  }
  return (
    <IconButton
      label={words.follow}
      icon={IconFollow}
      loading={isReading}
      disabled={!link}
      onClick={() => void follow()}
    />
  )
}

interface FollowingProps extends Pick<Props, 'player' | 'store' | 'editor'> {
  index: TrackIndex
  job: string
  onAgain: (job: string) => void
  onSelect: (id: string) => void
}

/**
 * The progress of a tracking job, regardless of which track is selected; when the job is done, its track is loaded and
 * selected.
 */
export function Following({ player, store, index, editor, job, onAgain, onSelect }: FollowingProps) {
  const ended = useCallback(
    (status: JobStatus) => {
      if (status !== 'COMPLETED') return
      const show = async () => {
        const { job: done } = await untilAnswered(() => graph(FollowedDocument, { id: job }))
        const track: unknown = done?.result?.['annotationId']
        const isExtended = done?.result?.['isExtended'] === true
        showDone(isExtended ? texts.watch.extended : words.followed)
        if (typeof track === 'string') {
          const was = before.get(job)
          before.delete(job)
          if (!isExtended) editor.made([track])
          else if (was) editor.extended(was.id, was.frames)
          onSelect(track)
        }
        await Promise.all([index.load(), store.reload(player.snapshot().frame)])
      }
      show().catch(showError)
    },
    [player, store, index, editor, job, onSelect],
  )
  const again = ({ id }: { id: string }) => {
    const was = before.get(job)
    if (was) before.set(id, was)
    onAgain(id)
  }
  return <JobProgress id={job} label={words.following} onEnd={ended} onAgain={again} />
}
