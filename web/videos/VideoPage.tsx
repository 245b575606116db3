import { Alert, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { ConflictDialog } from '../annotations/ConflictDialog.js'
import { DetectPanel } from '../annotations/DetectPanel.js'
import type { Link } from '../annotations/act.js'
import { Editor } from '../annotations/editor.js'
import { LinkPicker } from '../annotations/LinkPicker.js'
import { Overlay, type FoundBoxes } from '../annotations/Overlay.js'
import type { Rectangle } from '../annotations/rectangle.js'
import { Timeline } from '../annotations/Timeline.js'
import { Following, TrackPanel } from '../annotations/TrackPanel.js'
import { TrackStore, windowSize } from '../annotations/track-store.js'
import { useEditor, useTracks, useWindow, type Details } from '../annotations/use-tracks.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { NotFound } from '../app/NotFound.js'
import { showError } from '../app/notices.js'
import { Loading, Page } from '../app/Page.js'
import { useViewer } from '../app/session.js'
import { EvidencePanel } from '../claims/EvidencePanel.js'
import { useEvidence } from '../claims/evidence.js'
import { WatchDocument, type WatchQuery } from '../generated/graphql.js'
import { isRunning } from '../jobs/JobProgress.js'
import { useFoundJobs } from '../jobs/open-job.js'
import { onReturn } from '../lib/connection.js'
import { useGraph } from '../lib/graph.js'
import { VideoReviews } from '../reviews/VideoReviews.js'
import { texts } from '../texts.js'
import { useFrameTimes } from './frame-times.js'
import { Keys } from './Keys.js'
import { clockOf, Player } from './player.js'
import { useShortcuts } from './shortcuts.js'
import { Transport } from './Transport.js'
import { Unshown, useMediaFault } from './Unshown.js'
import { VideoLinks } from './VideoLinks.js'
import { shapeOf } from './shape.js'
import classes from './VideoPage.module.css'

const words = texts.video

/** The page of one video: the player, its tracks and the panels that edit them. */
export function VideoPage() {
  const { videoId = '' } = useParams()
  const { data, error, refetch } = useGraph(WatchDocument, { videoId }, { staleTime: Infinity })
  if (error && !data) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.video) return <NotFound />
  return <WatchReady key={videoId} video={data.video} />
}

/** Shows the video once it is known when its frames begin. */
function WatchReady({ video }: WatchProps) {
  const { isReady, error, refetch, ...times } = useFrameTimes(video)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return isReady ? <Watch video={video} {...times} /> : <Loading />
}

interface WatchProps {
  video: NonNullable<WatchQuery['video']>
  /** When each frame begins, in seconds; only for a variable frame rate. */
  times?: readonly number[]
}

function Watch({ video, times }: WatchProps) {
  const [search] = useSearchParams()
  const [player] = useState(() => {
    const clock = clockOf(video, times)
    const time = search.get('time')
    return new Player(clock, time === null ? Number(search.get('frame') ?? 0) : frameAt(clock, Number(time)))
  })
  const [store] = useState(() => new TrackStore(video.id, player.clock.count))
  const [editor] = useState(() => new Editor(store, showError))
  const [selected, select] = useState<string | undefined>(search.get('annotation') ?? undefined)
  const [drawing, setDrawing] = useState(false)
  const [details, setDetails] = useState<ReadonlyMap<string, Details>>(new Map())
  const [jobs, setJobs] = useState<readonly string[]>([])
  useFoundJobs({ queue: 'OBJECT_TRACKING', videoId: video.id }, (ids) =>
    setJobs((others) => [...new Set([...others, ...ids])]),
  )
  const [found, setFound] = useState<FoundBoxes>()
  const linkKey = `parallax.link ${useViewer().id}`
  const [link, setLink] = useLocalStorage<Link | undefined>({ key: linkKey, getInitialValueInEffect: false })
  const [size, setSize] = useState({ width: video.probe?.width ?? 1280, height: video.probe?.height ?? 720 })
  const evidence = useEvidence(search.get('claim'), size)
  const boxes = useMemo(() => [...(found ? [found] : []), ...(evidence?.frames ?? [])], [found, evidence])
  const element = useRef<HTMLVideoElement>(null)
  const { fault, events } = useMediaFault()
  const window = useWindow(player)
  const tracks = useTracks(store, window)
  const { conflict } = useEditor(editor)
  const id = selected === undefined ? undefined : editor.current(selected)
  const track = useMemo(
    () => (id === undefined ? undefined : store.track(id, window * windowSize)),
    // `tracks` is a new array after every change of the store, so it stands for the store's contents.
    [store, tracks, id, window],
  )

  useEffect(() => player.attach(element.current!), [player])
  useEffect(() => {
    store.onError = showError
    const need = () => store.need(player.snapshot().frame)
    need()
    const readAgain = () => store.reload(player.snapshot().frame).catch(showError)
    const stops = [player.subscribe(need), store.subscribe(need), onReturn(readAgain)]
    return () => stops.forEach((stop) => stop())
  }, [player, store])
  useShortcuts({ player, editor, track, setDrawing, select })

  const drawn = useCallback(
    async (box: Rectangle) => {
      setDrawing(false)
      if (!link) return
      const made = await editor.create(link, { ...box, frameNumber: player.snapshot().frame })
      if (made) select(made)
    },
    [editor, link, player],
  )
  /** Creates a box in the middle of the picture, for users who then move it with the arrow keys. */
  const drawInMiddle = () =>
    void drawn({ x: size.width * 0.375, y: size.height * 0.375, width: size.width / 4, height: size.height / 4 })

  return (
    <Page title={video.filename} side={<VideoLinks videoId={video.id} here="watch" />}>
      {video.probe?.fault && (
        <Alert color="orange" title={words.unreadable}>
          {video.probe.fault}
        </Alert>
      )}
      <Unshown video={video} fault={fault} />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, lg: 8.5 }}>
          <Stack gap="sm">
            <div className={classes.screen} style={shapeOf(size)}>
              <video
                ref={element}
                className={classes.video}
                src={video.streamUrl}
                preload="auto"
                muted
                playsInline
                aria-label={video.filename}
                {...events}
                onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
                  width > 0 && !video.probe?.width && setSize({ width, height })
                }
              />
              <Overlay
                {...{ player, store, editor, size, details, drawing }}
                found={boxes}
                selected={id}
                onSelect={select}
                onDrawn={(box) => void drawn(box)}
              />
            </div>
            <Transport player={player} editor={editor} />
            <Timeline {...{ player, tracks }} selected={id} more={track?.id} onSelect={select} onDetails={setDetails} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3.5 }}>
          <Stack gap="sm">
            {evidence && <EvidencePanel {...{ player, evidence }} />}
            <Paper withBorder p="sm" component="section" aria-label={words.newBoxes}>
              <Stack gap="xs">
                <Title order={2} size="h5">
                  {words.newBoxes}
                </Title>
                <LinkPicker link={link} onChange={setLink} />
                <Group gap="xs">
                  <Button
                    variant={drawing ? 'filled' : 'default'}
                    aria-pressed={drawing}
                    disabled={!link}
                    onClick={() => setDrawing(!drawing)}
                  >
                    {words.draw}
                  </Button>
                  <Button variant="default" disabled={!link} onClick={drawInMiddle}>
                    {words.drawMiddle}
                  </Button>
                </Group>
                {!link && <Text size="sm">{words.linkFirst}</Text>}
              </Stack>
            </Paper>
            <VideoReviews
              videoId={video.id}
              selected={id}
              onGo={(next, frame) => {
                player.show(frame)
                select(next)
              }}
            />
            {track && (
              <TrackPanel
                {...{ player, store, editor, track }}
                details={details.get(track.id)}
                onSelect={select}
                onFollow={(job) => setJobs((others) => [...others.filter(isRunning), job])}
              />
            )}
            {jobs.map((job) => (
              <Following
                key={job}
                {...{ player, store, editor, job }}
                onAgain={(again) => setJobs((all) => all.map((one) => (one === job ? again : one)))}
              />
            ))}
            <DetectPanel {...{ player, store, editor, link, size }} onFound={setFound} />
            <Keys />
          </Stack>
        </Grid.Col>
      </Grid>
      {conflict && <ConflictDialog conflict={conflict} />}
    </Page>
  )
}
