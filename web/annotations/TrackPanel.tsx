import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Fold } from '../app/Fold.js'
import { IconChevronDown } from '../app/icons.js'
import { ReviewBar } from '../reviews/ReviewBar.js'
import { CopiedFrom } from '../sharing/CopiedFrom.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { AttributeFields } from './AttributeFields.js'
import { Between } from './Between.js'
import { BoxNumbers } from './BoxNumbers.js'
import type { Editor } from './editor.js'
import { LinkPicker } from './LinkPicker.js'
import { TrackActs } from './TrackActs.js'
import { linkOf, type TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import type { TrackStore } from './track-store.js'
import type { Track } from './track.js'
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
  /** Shown below the review of the track. */
  reviews: ReactNode
}

const words = texts.tracks
const more = texts.watch

/**
 * The selected track: its name and label, the acts on it, its box on the current frame as numbers, its review, its
 * attributes, and the movement between its keyframes.
 */
export function TrackPanel({ player, store, index, looks, editor, track, onSelect, onFollow, reviews }: Props) {
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
    <Stack gap="sm" component="section" aria-label={words.selected}>
      <Stack gap={4}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" lineClamp={2}>
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
        <CopiedFrom source={details?.forkedFrom} kind="ANNOTATION" />
      </Stack>
      {entry && <TrackLabel key={track.id} {...{ index, editor, entry, disabled }} />}
      <TrackActs {...{ player, store, looks, editor, track, name, link, may, disabled, onSelect, onFollow }} />
      {may && !may.update && <Text size="sm">{words.readOnly}</Text>}
      {isLocked && <Text size="sm">{more.isLocked}</Text>}
      <Fold name="watch.numbers" title={words.numbers}>
        <BoxNumbers key={track.id} {...{ player, editor, track, disabled }} />
      </Fold>
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
      {reviews}
      {entry && <AttributeFields {...{ player, editor, track, entry, disabled }} />}
      <Between {...{ player, editor, track, disabled }} />
    </Stack>
  )
}

interface LabelProps extends Pick<Props, 'index' | 'editor'> {
  entry: NonNullable<ReturnType<TrackIndex['entry']>>
  disabled: boolean
}

/** What the track is labelled with; a click opens the fields that change it. */
function TrackLabel({ index, editor, entry, disabled }: LabelProps) {
  const [isOpen, setOpen] = useState(false)
  const link = linkOf(entry)
  const label = more.labelled(index.labelOf(entry), index.typeOf(entry)?.name)
  if (!link || disabled) return <Text size="sm">{label}</Text>
  return (
    <Stack gap="xs">
      <Button
        size="xs"
        variant="default"
        justify="space-between"
        rightSection={<IconChevronDown size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <LinkPicker
          key={link.label}
          link={link}
          onChange={(after, objectId) => {
            setOpen(false)
            void editor.relink([{ id: entry.id, link }], after, objectId)
          }}
        />
      )}
    </Stack>
  )
}
