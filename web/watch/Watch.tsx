import { Group } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { frameAt } from '@parallax/shared/frame-clock.js'
import type { FoundBoxes } from '../annotations/BoxCanvas.js'
import { ConflictDialog } from '../annotations/ConflictDialog.js'
import { LabelStrip } from '../annotations/LabelStrip.js'
import { LinkPicker } from '../annotations/LinkPicker.js'
import { useTimeMark } from '../annotations/use-time-mark.js'
import { useEditor } from '../annotations/use-tracks.js'
import { Dialog } from '../app/Dialog.js'
import { Page } from '../app/Page.js'
import { EvidencePanel } from '../claims/EvidencePanel.js'
import { useEvidence } from '../claims/evidence.js'
import type { WatchQuery } from '../generated/graphql.js'
import { texts } from '../texts.js'
import { clockOf, Player } from '../videos/player.js'
import { Unshown, useMediaFault } from '../videos/Unshown.js'
import { useAddress } from '../videos/use-address.js'
import { VideoLinks } from '../videos/VideoLinks.js'
import { WayToVideo } from '../videos/WayToVideo.js'
import { useShortcuts } from './shortcuts.js'
import { Viewers } from './Viewers.js'
import { useDrawing } from './use-drawing.js'
import { useLoadedTracks } from './use-loaded-tracks.js'
import { watchActs } from './watch-acts.js'
import { Assignees } from './Assignments.js'
import classes from './Watch.module.css'
import { watchedOf } from './watched.js'
import { useSelectedTab, WatchPanel } from './WatchPanel.js'
import { WatchPlayer } from './WatchPlayer.js'

interface Props {
  video: NonNullable<WatchQuery['video']>
  /** The start of each frame, in seconds; only for a variable frame rate. */
  times?: readonly number[]
}

/** The player of a video with its boxes and its timeline, and the panels beside them. */
export function Watch({ video, times }: Props) {
  const [search] = useSearchParams()
  const [player] = useState(() => playerOf(clockOf(video, times), search))
  const [watched] = useState(() => watchedOf(video.id, player.clock.count))
  const { store, index, looks, editor, picture } = watched
  const [id, select] = useState<string | undefined>(search.get('annotation') ?? undefined)
  const [found, setFound] = useState<FoundBoxes>()
  const bringForward = useSelectedTab()
  /** Selects a track and shows it in the panel. */
  const choose = useCallback((next: string | undefined) => {
    select(next)
    if (next !== undefined) bringForward()
  }, [])
  const drawing = useDrawing(editor, player, choose)
  const { drawn, link, personaId, setPersona, types } = drawing
  const [size, setSize] = useState({ width: video.probe?.width ?? 1280, height: video.probe?.height ?? 720 })
  const evidence = useEvidence(search.get('claim'), size)
  const boxes = useMemo(() => [...(found ? [found] : []), ...(evidence?.frames ?? [])], [found, evidence])
  const whole = useRef<HTMLDivElement>(null)
  const mark = useTimeMark(player)
  const fault = useMediaFault()
  const { conflict } = useEditor(editor)
  useAddress(player, id ?? null)
  const { tracks, track } = useLoadedTracks(watched, player, id)
  const parts = { player, store, index, looks, editor }
  const acts = watchActs({ ...parts, ...drawing, id, track, select, whole: () => whole.current })
  useShortcuts({ player, editor, picture, track, setDrawing: drawing.setDrawing, select, mark, ...acts })
  return (
    <Page
      title={video.filename}
      fills
      way={<WayToVideo videoId={video.id} />}
      side={
        <Group gap="xs">
          <Assignees videoId={video.id} />
          <Viewers videoId={video.id} player={player} />
          <VideoLinks videoId={video.id} here="watch" />
        </Group>
      }
    >
      <Unshown video={video} media={fault.media} />
      <div className={classes.bench}>
        <div className={classes.left}>
          <LabelStrip {...drawing} index={index} onMiddle={() => drawn(middleOf(size))} />
          <WatchPlayer
            {...{ video, player, watched, size, boxes, tracks, mark, whole }}
            {...fault}
            drawing={drawing.drawing}
            pending={drawing.pending}
            selected={id}
            onSelect={choose}
            onSize={setSize}
            onDrawn={drawn}
            onFullscreen={acts.toggleFullscreen}
          />
        </div>
        <WatchPanel
          {...parts}
          {...{ id, track }}
          videoId={video.id}
          onSelect={select}
          onChoose={choose}
          above={evidence && <EvidencePanel {...{ player, evidence }} />}
          detector={{ link, personaId, types, size, onFound: setFound }}
        />
      </div>
      {drawing.pending && (
        <Dialog title={texts.watch.askType} onClose={drawing.drop}>
          <LinkPicker link={undefined} onChange={drawing.named} persona={personaId} onPersona={setPersona} />
        </Dialog>
      )}
      {conflict && <ConflictDialog {...{ conflict, player, video, size }} />}
    </Page>
  )
}

/** Returns a player that begins at the frame or the time in the address. */
function playerOf(clock: ReturnType<typeof clockOf>, search: URLSearchParams): Player {
  const time = search.get('time')
  return new Player(clock, time === null ? Number(search.get('frame') ?? 0) : frameAt(clock, Number(time)))
}

/** Returns the box that is set without drawing: a quarter of the picture's width and height, in its middle. */
const middleOf = ({ width, height }: { width: number; height: number }) => ({
  x: width * 0.375,
  y: height * 0.375,
  width: width / 4,
  height: height / 4,
})
