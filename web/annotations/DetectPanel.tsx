import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { showDone, showError } from '../app/notices.js'
import { AdoptDocument, DetectDocument, type DetectMutation } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Link } from './act.js'
import type { Editor } from './editor.js'
import type { Rectangle } from './rectangle.js'
import type { TrackStore } from './track-store.js'

type Found = DetectMutation['detectObjects']

interface Props {
  player: Player
  store: TrackStore
  editor: Editor
  link: Link | undefined
  size: { width: number; height: number }
  onFound: (found: { frame: number; boxes: readonly Rectangle[] } | undefined) => void
}

const words = texts.detect

/** Has a model detect objects on the current frame, shows them over the picture, and makes tracks of ticked ones. */
export function DetectPanel({ player, store, editor, link, size, onFound }: Props) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found>()
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const [frame] = found?.frames ?? []
  const detect = useAct(DetectDocument, {
    onSuccess({ detectObjects }) {
      setFound(detectObjects)
      setKept(new Set(detectObjects.frames[0]?.detections.map((_one, index) => index)))
    },
  })
  const adopt = useAct(AdoptDocument, {
    onSuccess({ adoptDetections }) {
      setFound(undefined)
      showDone(words.adopted(adoptDetections.length))
      editor.made(adoptDetections)
      store.reload(player.snapshot().frame).catch(showError)
    },
  })
  useEffect(() => {
    const boxes = (frame?.detections ?? []).flatMap(({ boundingBox: { x, y, width, height } }, index) =>
      kept.has(index)
        ? [{ x: x * size.width, y: y * size.height, width: width * size.width, height: height * size.height }]
        : [],
    )
    onFound(frame && { frame: frame.frameNumber, boxes })
  }, [frame, kept, size, onFound])

  function take(): void {
    if (!found || !frame || !link) return
    adopt.mutate({
      input: {
        videoId: store.videoId,
        videoWidth: found.videoWidth ?? size.width,
        videoHeight: found.videoHeight ?? size.height,
        ...link,
        frames: [
          {
            frameNumber: frame.frameNumber,
            detections: frame.detections
              .filter((_one, index) => kept.has(index))
              .map(({ typeName: _shown, ...one }) => one),
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
                ...(query && { manualQuery: query }),
                ...(link?.personaId && { personaId: link.personaId }),
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
        {found && (
          <>
            <Text size="sm" role="status">
              {words.found(frame?.detections.length ?? 0)}
            </Text>
            {frame?.detections.map(({ label, typeName, confidence }, index) => (
              <Checkbox
                key={index}
                label={words.one(label, typeName, confidence)}
                checked={kept.has(index)}
                onChange={({ currentTarget: { checked } }) =>
                  setKept(new Set(checked ? [...kept, index] : [...kept].filter((one) => one !== index)))
                }
              />
            ))}
            {!link && <Text size="sm">{words.linkFirst}</Text>}
            <Group gap="xs">
              <Button disabled={!link || kept.size === 0} loading={adopt.isPending} onClick={take}>
                {words.adopt(kept.size)}
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
