import { Button, Group, Slider, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { showDone, showError } from '../lib/notices.js'
import { AdoptDocument, DetectDocument } from '../generated/graphql.js'
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
import { useDetections, type Detections } from './use-detections.js'
import { useNewType } from './use-new-type.js'

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
/** The least confidence requested from the detector; the slider can hide more. */
const least = 0.1

/**
 * Has a model detect objects on the current frame, shows them over the picture, and makes tracks of those that are
 * ticked. Each detected class becomes a type of the persona.
 */
export function DetectPanel({ player, store, index, editor, link, personaId, types, size, onFound }: Props) {
  const [query, setQuery] = useState('')
  const detections = useDetections({ link, personaId, types, size, onFound })
  const { found, frame, labels, kept, typeOf, confidence } = detections
  const detect = useAct(DetectDocument, { onSuccess: ({ detectObjects }) => detections.start(detectObjects) })
  const makeType = useNewType(personaId, detections.choose)
  const adopt = useAct(AdoptDocument, {
    onSuccess({ adoptDetections }) {
      detections.end()
      showDone(words.adopted(adoptDetections.annotations.length))
      editor.made(adoptDetections.annotations.map(({ id }) => id))
      index.load().catch(showError)
      store.reload(player.snapshot().frame).catch(showError)
    },
  })

  function take(): void {
    if (!found || !frame || personaId === null) return
    const adopted = kept.map(({ label, confidence: sure, trackId, boundingBox }) => {
      return { label, confidence: sure, trackId: trackId ?? null, boundingBox, typeId: typeOf(label) }
    })
    adopt.mutate({
      input: {
        videoId: store.videoId,
        videoWidth: found.videoWidth ?? size.width,
        videoHeight: found.videoHeight ?? size.height,
        type: 'TYPE',
        personaId,
        frames: [{ frameNumber: frame.frameNumber, detections: adopted }],
      },
    })
  }

  function start(): void {
    player.pause()
    detect.mutate({
      input: {
        videoId: store.videoId,
        frameNumbers: [player.snapshot().frame],
        confidenceThreshold: least,
        ...(query && { manualQuery: query }),
        ...(personaId !== null && { personaId }),
      },
    })
  }

  return (
    <section aria-label={words.title}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {words.title}
        </Title>
        <Query query={query} onChange={setQuery} isBusy={detect.isPending} onStart={start} />
        <DetectVideo
          {...{ player, store, index, editor, personaId, query, confidence }}
          types={labels.flatMap((label) => {
            const typeId = typeOf(label)
            return typeId === null ? [] : [{ label, typeId }]
          })}
        />
        {found && (
          <>
            <Classes types={types} onNewType={makeType} {...detections} />
            <Group gap="xs">
              <Button disabled={personaId === null || kept.length === 0} loading={adopt.isPending} onClick={take}>
                {words.adopt(kept.length)}
              </Button>
              <Button variant="default" onClick={detections.end}>
                {words.drop}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </section>
  )
}

interface QueryProps {
  query: string
  onChange: (query: string) => void
  isBusy: boolean
  onStart: () => void
}

function Query({ query, onChange, isBusy, onStart }: QueryProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onStart()
      }}
    >
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={words.query}
          placeholder={words.example}
          value={query}
          onChange={(event) => onChange(event.currentTarget.value)}
          required
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {words.start}
        </Button>
      </Group>
    </form>
  )
}

interface ClassesProps extends Detections {
  types: readonly LinkableType[]
  onNewType: ReturnType<typeof useNewType>
}

/** The detections by class, down to the chosen confidence. */
function Classes({ types, onNewType, detections, labels, typeOf, ...more }: ClassesProps) {
  const { confidence, dropped } = more
  return (
    <>
      <div>
        <Text size="sm">{texts.watch.filterConfidence(Math.round(confidence * 100))}</Text>
        <Slider
          min={least * 100}
          max={100}
          step={5}
          label={null}
          value={Math.round(confidence * 100)}
          thumbLabel={texts.watch.leastConfidence}
          onChange={(percent) => more.setConfidence(percent / 100)}
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
          onType={(type) => more.choose(label, type)}
          onNewType={onNewType && (() => onNewType(label))}
          onDropped={more.setDropped}
          onPoint={more.point}
        />
      ))}
      {labels.some((label) => typeOf(label) === null) && <Text size="sm">{texts.watch.typeless}</Text>}
    </>
  )
}
