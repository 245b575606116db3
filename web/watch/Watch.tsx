import { Grid, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { frameAt } from '@parallax/shared/frame-clock.js'
import type { Link } from '../annotations/act.js'
import { BoxCanvas, type FoundBoxes } from '../annotations/BoxCanvas.js'
import { ChosenPanel } from '../annotations/ChosenPanel.js'
import { ConflictDialog } from '../annotations/ConflictDialog.js'
import { DetectPanel } from '../annotations/DetectPanel.js'
import { LabelPanel } from '../annotations/LabelPanel.js'
import { LinkPicker } from '../annotations/LinkPicker.js'
import { useLinkTypes } from '../annotations/link-types.js'
import { Overlay } from '../annotations/Overlay.js'
import { keyframeAt } from '../annotations/track.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { Timeline } from '../annotations/Timeline.js'
import { TrackPanel } from '../annotations/TrackPanel.js'
import { Following } from '../annotations/Tracking.js'
import { linkOf } from '../annotations/track-index.js'
import { windowSize } from '../annotations/track-store.js'
import { useEditor, useTracks, useWindow } from '../annotations/use-tracks.js'
import { Dialog } from '../app/Dialog.js'
import { showDone, showError } from '../lib/notices.js'
import { Page } from '../app/Page.js'
import { useViewer } from '../app/session.js'
import { EvidencePanel } from '../claims/EvidencePanel.js'
import { useEvidence } from '../claims/evidence.js'
import type { WatchQuery } from '../generated/graphql.js'
import { isRunning } from '../jobs/JobProgress.js'
import { useFoundJobs } from '../jobs/open-job.js'
import { onReturn } from '../lib/connection.js'
import { TrackReviews } from '../annotations/TrackReviews.js'
import { texts } from '../texts.js'
import { clockOf, Player } from '../videos/player.js'
import { Screen } from './Screen.js'
import { Scrubber } from './Scrubber.js'
import { useShortcuts } from './shortcuts.js'
import { Transport } from './Transport.js'
import { Unshown, useMediaFault } from '../videos/Unshown.js'
import { useAddress } from '../videos/use-address.js'
import { VideoLinks } from '../videos/VideoLinks.js'
import classes from '../videos/VideoPage.module.css'
import { watchedOf } from './watched.js'

const more = texts.watch

interface Props {
  video: NonNullable<WatchQuery['video']>
  /** When each frame begins, in seconds; only for a variable frame rate. */
  times?: readonly number[]
}

/** The player of a video with its boxes and its timeline, and the panels beside them. */
export function Watch({ video, times }: Props) {
  const [search] = useSearchParams()
  const [player] = useState(() => {
    const clock = clockOf(video, times)
    const time = search.get('time')
    return new Player(clock, time === null ? Number(search.get('frame') ?? 0) : frameAt(clock, Number(time)))
  })
  const [{ store, index, looks, editor, picture }] = useState(() => watchedOf(video.id, player.clock.count))
  const [selected, select] = useState<string | undefined>(search.get('annotation') ?? undefined)
  const [drawing, setDrawing] = useState(false)
  const [pending, setPending] = useState<Rectangle>()
  const [jobs, setJobs] = useState<readonly string[]>([])
  useFoundJobs({ queue: 'OBJECT_TRACKING', videoId: video.id }, (ids) =>
    setJobs((others) => [...new Set([...others, ...ids])]),
  )
  const [found, setFound] = useState<FoundBoxes>()
  const linkKey = `parallax.link ${useViewer().id}`
  const [link, setLink] = useLocalStorage<Link | undefined>({ key: linkKey, getInitialValueInEffect: false })
  const [persona, setPersona] = useState<string | null | undefined>(link?.personaId)
  const { personaId, types } = useLinkTypes(persona)
  const [size, setSize] = useState({ width: video.probe?.width ?? 1280, height: video.probe?.height ?? 720 })
  const evidence = useEvidence(search.get('claim'), size)
  const boxes = useMemo(() => [...(found ? [found] : []), ...(evidence?.frames ?? [])], [found, evidence])
  const element = useRef<HTMLVideoElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const { media, events } = useMediaFault()
  const window = useWindow(player)
  const tracks = useTracks(store, window)
  const { conflict } = useEditor(editor)
  const id = selected === undefined ? undefined : editor.current(selected)
  const track = useMemo(
    () => (id === undefined ? undefined : store.track(id, window * windowSize)),
    // `tracks` is a new array after every change of the store, so it stands for the store's contents.
    [store, tracks, id, window],
  )
  useAddress(player, id ?? null)

  useEffect(() => player.attach(element.current!), [player])
  useEffect(() => {
    const need = () => store.need(player.snapshot().frame)
    const readAgain = () => {
      index.load().catch(showError)
      store.reload(player.snapshot().frame).catch(showError)
    }
    // What is kept of an earlier visit may be out of date.
    if (store.isUsed) readAgain()
    else index.load().catch(showError)
    need()
    const stops = [player.subscribe(need), store.subscribe(need), onReturn(readAgain)]
    return () => stops.forEach((stop) => stop())
  }, [player, store, index])

  const create = useCallback(
    async (as: Link, box: Rectangle) => {
      const made = await editor.create(as, { ...box, frameNumber: player.snapshot().frame })
      if (made) select(made)
    },
    [editor, player],
  )
  const drawn = (box: Rectangle) => {
    setDrawing(false)
    if (link) return void create(link, box)
    // The dialog would not be seen over the full screen.
    if (document.fullscreenElement) void document.exitFullscreen()
    setPending(box)
  }
  const named = (as: Link) => {
    setLink(as)
    if (pending) void create(as, pending)
    setPending(undefined)
  }
  const isChosen = () => looks.snapshot().chosen.size > 0
  const acts = {
    chooseType(number: number) {
      const type = types[number - 1]
      if (!type || personaId === null) return
      const after: Link = { type: 'type', label: type.key, personaId }
      const ids = isChosen() ? [...looks.snapshot().chosen] : id === undefined ? [] : [id]
      const before = ids.flatMap((one) => {
        const as = looks.isLocked(one) ? undefined : linkOf(index.entry(one))
        return as ? [{ id: one, link: as }] : []
      })
      if (before.length) void editor.relink(before, after)
      else setLink(after)
      showDone(more.typeChosen(type.name, before.length))
    },
    remove() {
      const ids = (isChosen() ? [...looks.snapshot().chosen] : id === undefined ? [] : [id]).filter(
        (one) => !looks.isLocked(one),
      )
      if (ids.length === 0) return
      looks.choose([])
      select(undefined)
      void editor.remove(ids).then(() => showDone(more.deleted(ids.length)))
    },
    removeKeyframe() {
      const { frame } = player.snapshot()
      if (!track || looks.isLocked(track.id) || !keyframeAt(track, frame)) return
      if (track.document.boxes.length > 1) void editor.removeKeyframe(track, frame)
      else acts.remove()
    },
    toggleFullscreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else whole.current?.requestFullscreen().catch(showError)
    },
  }
  useShortcuts({ player, editor, picture, track, setDrawing, select, ...acts })

  const mine = { player, store, index, looks, picture, editor, size, selected: id }
  return (
    <Page title={video.filename} side={<VideoLinks videoId={video.id} here="watch" />}>
      <Unshown video={video} media={media} />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <div className={classes.column}>
            <div ref={whole} className={classes.player}>
              <Screen
                {...{ picture, size, layer }}
                video={
                  <video
                    ref={element}
                    className={classes.video}
                    src={video.streamUrl}
                    preload="auto"
                    playsInline
                    aria-label={video.filename}
                    {...events}
                    onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
                      width > 0 && !video.probe?.width && setSize({ width, height })
                    }
                  />
                }
              >
                <BoxCanvas {...mine} found={boxes} />
                <Overlay {...mine} {...{ drawing, pending }} layerRef={layer} onSelect={select} onDrawn={drawn} />
              </Screen>
              <Scrubber
                {...{ player, index, looks }}
                selected={id}
                source={media.fault ? undefined : video.streamUrl}
                ratio={size.width / size.height}
              />
              <Transport
                {...{ player, editor, index, looks, picture, element }}
                selected={id}
                onSelect={select}
                onFullscreen={acts.toggleFullscreen}
              />
            </div>
            <Timeline {...{ player, index, looks, tracks }} selected={id} onSelect={select} />
          </div>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          <Stack gap="sm">
            {evidence && <EvidencePanel {...{ player, evidence }} />}
            <LabelPanel
              {...{ link, drawing, setDrawing }}
              onLink={setLink}
              persona={personaId}
              onPersona={setPersona}
              onMiddle={() =>
                drawn({
                  ...{ x: size.width * 0.375, y: size.height * 0.375 },
                  ...{ width: size.width / 4, height: size.height / 4 },
                })
              }
            />
            <TrackReviews {...{ player, index, looks }} selected={id} onSelect={select} />
            <ChosenPanel {...{ player, editor, index, looks }} onSelect={select} />
            {track && (
              <TrackPanel
                {...{ player, store, index, looks, editor, track }}
                onSelect={select}
                onFollow={(job) => setJobs((others) => [...others.filter(isRunning), job])}
              />
            )}
            {jobs.map((job) => (
              <Following
                key={job}
                {...{ player, store, index, editor, job }}
                onSelect={select}
                onAgain={(again) => setJobs((all) => all.map((one) => (one === job ? again : one)))}
              />
            ))}
            <DetectPanel {...{ player, store, index, editor, link, personaId, types, size }} onFound={setFound} />
          </Stack>
        </Grid.Col>
      </Grid>
      {pending && (
        <Dialog title={more.askType} onClose={() => setPending(undefined)}>
          <LinkPicker link={undefined} onChange={named} persona={personaId} onPersona={setPersona} />
        </Dialog>
      )}
      {conflict && <ConflictDialog conflict={conflict} />}
    </Page>
  )
}
