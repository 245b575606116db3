import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { PlainBoxes } from '../annotations/PlainBoxes.js'
import type { TrackIndex } from '../annotations/track-index.js'
import { EvidencePanel } from '../claims/EvidencePanel.js'
import { useEvidence } from '../claims/evidence.js'
import type { WatchQuery } from '../generated/graphql.js'
import type { VideoBeside } from '../personas/places.js'
import { PlainVideo, type Size } from '../videos/PlainVideo.js'
import type { Player } from '../videos/player.js'

interface Props {
  video: NonNullable<WatchQuery['video']>
  index: TrackIndex
  /** Receives the means to show places of the video; undefined while it cannot show any. */
  onBeside: (beside: VideoBeside | undefined) => void
}

/** The video beside its summary and claims, with the boxes of its tracks and the evidence of the claim looked at. */
export function ReadingVideo({ video, index, onBeside }: Props) {
  const [search] = useSearchParams()
  const [player, setPlayer] = useState<Player | null>(null)
  const [track, setTrack] = useState(search.get('annotation') ?? undefined)
  const [claim, setClaim] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const show = useCallback<VideoBeside['show']>(
    (to, about = {}) => {
      if (!player) return
      if (about.track) setTrack(about.track)
      setClaim(about.claim)
      player.show('frame' in to ? to.frame : frameAt(player.clock, to.time))
      place.current?.scrollIntoView({ block: 'nearest' })
    },
    [player],
  )
  const beside = useMemo<VideoBeside | undefined>(
    () =>
      player
        ? {
            ...{ videoId: video.id, last: player.last, show },
            duration: player.timeOf(player.last + 1),
            timeOf: (frame) => player.timeOf(frame),
          }
        : undefined,
    [video.id, player, show],
  )
  useEffect(() => {
    onBeside(beside)
    return () => onBeside(undefined)
  }, [beside, onBeside])
  return (
    <div ref={place}>
      <PlainVideo
        video={video}
        onPlayer={setPlayer}
        selected={track}
        overlay={(shown, size) => <Boxes {...{ player: shown, size, index, track, claim }} />}
      />
      {player && claim && <Evidence {...{ player, claim }} onClose={() => setClaim(undefined)} />}
    </div>
  )
}

interface BoxesProps {
  player: Player
  size: Size
  index: TrackIndex
  track: string | undefined
  claim: string | undefined
}

function Boxes({ track, claim, size, ...props }: BoxesProps) {
  const evidence = useEvidence(claim ?? null, size)
  return <PlainBoxes {...props} size={size} selected={track} found={evidence?.frames ?? nothing} />
}

const nothing: readonly never[] = []
/** The size of boxes does not matter to the list of evidence. */
const anySize = { width: 1, height: 1 }

function Evidence({ player, claim, onClose }: { player: Player; claim: string; onClose: () => void }) {
  const evidence = useEvidence(claim, anySize)
  if (!evidence || evidence.frames.length + evidence.heard.length === 0) return null
  return <EvidencePanel {...{ player, evidence, onClose }} />
}
