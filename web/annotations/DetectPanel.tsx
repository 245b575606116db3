import { Button, Group, Paper, Slider, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { showDone, showError } from '../lib/notices.js'
import { AdoptDocument, DetectDocument, type DetectMutation } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Link } from './act.js'
import type { FoundBoxes } from './BoxCanvas.js'
import { DetectVideo } from './DetectVideo.js'
import { DetectedClass } from './DetectedClass.js'
import type { Editor } from './editor.js'
import type { LinkableType } from './link-types.js'
import type { TrackIndex } from './track-index.js'
import type { TrackStore } from './track-store.js'

type Found = DetectMutation['detectObjects']

interface Props {
  player: Player
  store: TrackStore
  index: TrackIndex
  editor: Editor
  link: Link | undefined
  /** The persona whose types the detected objects get. */
  personaId: string | null
  types: readonly LinkableType[]
  size: { width: number; height: number }
  onFound: (found: FoundBoxes | undefined) => void
}

const words = texts.detect
const more = texts.watch
/** What the detector is asked for; the slider shows fewer. */
const least = 0.1

/**
 * Has a model detect objects on the current frame, shows them over the picture, and makes tracks of those that are
 * ticked. Each detected class becomes a type of the persona.
 */
export function DetectPanel({ player, store, index, editor, link, personaId, types, size, onFound }: Props) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found>()
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set())
  const [confidence, setConfidence] = useState(0.3)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [pointed, point] = useState<number>()
  const [frame] = found?.frames ?? []
  const detections = useMemo(
    () =>
      (frame?.detections ?? [])
        .map((one, at) => ({ ...one, at }))
        .filter((one) => one.confidence >= confidence)
        .sort((a, b) => b.confidence - a.confidence),
    [frame, confidence],
  )
  const labels = [...new Set(detections.map(({ label }) => label))]
  const typeOf = (label: string) => {
    if (chosen.has(label)) return chosen.get(label) ?? null
    const seen = detections.find((one) => one.label === label)?.typeId
    const named = types.find(({ name }) => name.toLowerCase() === label.toLowerCase())
    // With a single class, the type that was chosen for new boxes can only mean that.
    const isMeant = labels.length === 1 && link?.type === 'type' && link.personaId === personaId
    return seen ?? named?.key ?? (isMeant ? link.label : null)
  }
  const kept = detections.filter(({ at, label }) => !dropped.has(at) && typeOf(label) !== null)
  const detect = useAct(DetectDocument, {
    onSuccess({ detectObjects }) {
      setFound(detectObjects)
      setDropped(new Set())
      setChosen(new Map())
    },
  })
  const adopt = useAct(AdoptDocument, {
    onSuccess({ adoptDetections }) {
      setFound(undefined)
      showDone(words.adopted(adoptDetections.length))
      editor.made(adoptDetections)
      index.load().catch(showError)
      store.reload(player.snapshot().frame).catch(showError)
    },
  })
  useEffect(() => {
    const boxes = detections.flatMap(({ boundingBox: { x, y, width, height }, at, ...one }) =>
      dropped.has(at) && at !== pointed
        ? []
        : [
            {
              ...{ x: x * size.width, y: y * size.height, width: width * size.width, height: height * size.height },
              label: words.one(one.label, undefined, one.confidence),
              strong: at === pointed,
            },
          ],
    )
    onFound(frame && { frame: frame.frameNumber, boxes })
  }, [frame, detections, dropped, pointed, size, onFound])

  function take(): void {
    if (!found || !frame || personaId === null) return
    adopt.mutate({
      input: {
        videoId: store.videoId,
        videoWidth: found.videoWidth ?? size.width,
        videoHeight: found.videoHeight ?? size.height,
        type: 'type',
        personaId,
        frames: [
          {
            frameNumber: frame.frameNumber,
            detections: kept.map(({ label, confidence: sure, trackId, boundingBox }) => {
              return { label, confidence: sure, trackId: trackId ?? null, boundingBox, typeId: typeOf(label) }
            }),
          },
        ],
      },
    })
  }

  return (
    <Paper withBorder p="sm" component="section" aria-label={words.title}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {words.title}
        </Title>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            player.pause()
            const { frame: now } = player.snapshot()
            detect.mutate({
              input: {
                videoId: store.videoId,
                frameNumbers: [now],
                confidenceThreshold: least,
                ...(query && { manualQuery: query }),
                ...(personaId !== null && { personaId }),
              },
            })
          }}
        >
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              flex={1}
              label={words.query}
              placeholder={words.example}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              required
            />
            <Button type="submit" variant="default" loading={detect.isPending}>
              {words.start}
            </Button>
          </Group>
        </form>
        <DetectVideo
          {...{ player, store, index, editor, personaId, query, confidence }}
          types={labels.flatMap((label) => {
            const typeId = typeOf(label)
            return typeId === null ? [] : [{ label, typeId }]
          })}
        />
        {found && (
          <>
            <div>
              <Text size="sm">{more.filterConfidence(Math.round(confidence * 100))}</Text>
              <Slider
                min={least * 100}
                max={100}
                step={5}
                label={null}
                value={Math.round(confidence * 100)}
                thumbLabel={more.leastConfidence}
                onChange={(percent) => setConfidence(percent / 100)}
                onKeyDown={(event) => event.stopPropagation()}
              />
            </div>
            <Text size="sm" role="status">
              {words.found(detections.length)}
            </Text>
            {labels.map((label) => (
              <DetectedClass
                key={label}
                {...{ label, types, dropped }}
                detections={detections.filter((one) => one.label === label)}
                type={typeOf(label)}
                onType={(type) => setChosen(new Map([...chosen, [label, type]]))}
                onDropped={setDropped}
                onPoint={point}
              />
            ))}
            {labels.some((label) => typeOf(label) === null) && <Text size="sm">{more.typeless}</Text>}
            <Group gap="xs">
              <Button disabled={personaId === null || kept.length === 0} loading={adopt.isPending} onClick={take}>
                {words.adopt(kept.length)}
              </Button>
              <Button variant="default" onClick={() => setFound(undefined)}>
                {words.drop}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  )
}
