import { Badge, Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { showDone } from '../lib/notices.js'
import { HistoryButton } from '../changes/HistoryDialog.js'
import { ReviewBar } from '../reviews/ReviewBar.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import { AttributeFields } from './AttributeFields.js'
import { Between } from './Between.js'
import type { Editor } from './editor.js'
import { KeyframeFields } from './KeyframeFields.js'
import { LinkPicker } from './LinkPicker.js'
import { TrackObject } from './Tracking.js'
import { linkOf, type TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import type { TrackStore } from './track-store.js'
import { boxOf, type Track } from './track.js'
import { readDetailsAgain, useDetails } from './track-details.js'
import { useEntries, useLooks } from './use-tracks.js'

interface Props {
  player: Player
  store: TrackStore
  index: TrackIndex
  looks: TrackLooks
  editor: Editor
  track: Track
  onSelect: (id: string | undefined) => void
  /** Receives the id of the job in which a model tracks the object. */
  onFollow: (job: string) => void
}

const words = texts.tracks
const more = texts.watch

/**
 * The selected track: what it is labelled with, its box on the current frame, its keyframes, and tracking by a model.
 */
export function TrackPanel({ player, store, index, looks, editor, track, onSelect, onFollow }: Props) {
  const details = useDetails(track.id)
  const { chosen, locked } = useLooks(looks)
  useEntries(index)
  const may = details?.viewerCan
  const isLocked = locked.has(track.id)
  const disabled = may?.update === false || isLocked
  const entry = index.entry(track.id)
  const link = linkOf(entry)
  const name = index.nameOf(track.id)
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.selected}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" lineClamp={2}>
            {name}
          </Title>
          {details?.stale && <Badge color="orange">{words.stale}</Badge>}
        </Group>
        {details && (
          <Text size="sm" c="dimmed">
            {words.about(
              details.persona?.name,
              details.source && words.sources[details.source],
              details.confidence,
              details.keyframeCount,
            )}
          </Text>
        )}
        {details && (
          <ReviewBar
            item={{ id: track.id, version: track.version, name }}
            review={details}
            // With several tracks chosen, the keys review those instead.
            keys={chosen.size === 0}
            onDone={() => {
              readDetailsAgain(track.id)
              index.touch(track.id)
            }}
          />
        )}
        {may && !may.update && <Text size="sm">{words.readOnly}</Text>}
        {isLocked && <Text size="sm">{more.isLocked}</Text>}
        <KeyframeFields key={track.id} {...{ player, editor, track, disabled }} />
        {entry && <AttributeFields {...{ player, editor, track, entry, disabled }} />}
        <Between {...{ player, editor, track, disabled }} />
        <Shape {...{ player, editor, track, disabled, onSelect }} />
        {link && !disabled && (
          <LinkPicker
            key={`${track.id} ${link.label}`}
            link={link}
            onChange={(after) => void editor.relink([{ id: track.id, link }], after)}
          />
        )}
        <TrackObject {...{ player, store, editor, track, link, onFollow }} />
        {details && (
          <HistoryButton what={{ kind: 'ANNOTATION', id: track.id, name, canChange: may?.update === true }} />
        )}
        {may?.share && <ShareButton what={{ type: 'ANNOTATION', id: track.id, name }} />}
        {may?.delete !== false && !isLocked && (
          <Button
            variant="outline"
            color="red"
            onClick={() => {
              onSelect(undefined)
              void editor.remove([track.id]).then(() => showDone(more.deleted(1)))
            }}
          >
            {words.remove}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

type ShapeProps = Pick<Props, 'player' | 'editor' | 'track' | 'onSelect'> & { disabled: boolean }

/** Cuts the track at the current frame, and copies its box to the frames after it. */
function Shape({ player, editor, track, disabled, onSelect }: ShapeProps) {
  const frame = useFrame(player)
  const [count, setCount] = useState<number | string>(10)
  const many = Number(count)
  const canCopy = !disabled && many >= 1 && frame < player.last && boxOf(track, frame) !== null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={disabled || frame <= track.first || frame > track.last}
        onClick={() => void editor.split(track.id, frame).then((id) => id !== undefined && onSelect(id))}
      >
        {more.split(frame)}
      </Button>
      <Group gap="xs" align="end" wrap="nowrap">
        <NumberInput
          label={more.copyTo}
          size="xs"
          w={110}
          min={1}
          max={999}
          allowDecimal={false}
          value={count}
          onChange={setCount}
          disabled={disabled}
        />
        <Button
          size="xs"
          variant="default"
          disabled={!canCopy}
          onClick={() => void editor.copyOn(track, frame, many, player.last)}
        >
          {more.copy}
        </Button>
      </Group>
    </>
  )
}
