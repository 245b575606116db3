import { useState } from 'react'
import type { Track } from '../annotations/track.js'
import { TrackPanel } from '../annotations/TrackPanel.js'
import { Following } from '../annotations/Tracking.js'
import { isRunning } from '../jobs/JobProgress.js'
import { useFoundJobs } from '../jobs/open-job.js'
import type { Player } from '../videos/player.js'
import type { Watched } from './watched.js'

interface Props extends Omit<Watched, 'picture'> {
  player: Player
  track: Track | undefined
  onSelect: (id: string | undefined) => void
}

/** The panel of the selected track, and the progress of the jobs that track objects of the video. */
export function SelectedPanels({ videoId, player, store, index, looks, editor, track, onSelect }: Props) {
  const [jobs, setJobs] = useState<readonly string[]>([])
  useFoundJobs({ queue: 'OBJECT_TRACKING', videoId }, (ids) => setJobs((others) => [...new Set([...others, ...ids])]))
  return (
    <>
      {track && (
        <TrackPanel
          {...{ player, store, index, looks, editor, track, onSelect }}
          onFollow={(job) => setJobs((others) => [...others.filter(isRunning), job])}
        />
      )}
      {jobs.map((job) => (
        <Following
          key={job}
          {...{ player, store, index, editor, job, onSelect }}
          onAgain={(again) => setJobs((all) => all.map((other) => (other === job ? again : other)))}
        />
      ))}
    </>
  )
}
