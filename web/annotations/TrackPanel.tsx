import { Badge, Button, Group, NumberInput, Paper, Stack, Text, Title } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { showDone, showError } from '../app/notices.js'
import { FollowedDocument, TrackFromDocument, type JobStatus } from '../generated/graphql.js'
import { JobProgress } from '../jobs/JobProgress.js'
import { untilAnswered } from '../lib/answer.js'
import { graph, useAct } from '../lib/graph.js'
import { HistoryButton } from '../changes/HistoryDialog.js'
import { AnnotationReview } from '../reviews/ReviewBar.js'
import { ShareButton } from '../sharing/ShareDialog.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Link } from './act.js'
import type { Editor } from './editor.js'
import { Between } from './Between.js'
import { LinkPicker } from './LinkPicker.js'
import type { TrackStore } from './track-store.js'
import { boxOf, boxOrNearest, keyframeAt, keyframesOf, type Track } from './track.js'
import { nameOf, type Details } from './use-tracks.js'

interface Props {
  player: Player
  store: TrackStore
  editor: Editor
  track: Track
  details: Details | undefined
  onSelect: (id: string | undefined) => void
  /** Receives the id of the job in which a model tracks the object. */
  onFollow: (job: string) => void
}

const words = texts.tracks

/** The selected track: what it stands for, its box on the current frame, its keyframes, and tracking by a model. */
export function TrackPanel({ player, store, editor, track, details, onSelect, onFollow }: Props) {
  const may = details?.viewerCan
  const link = linkOf(details)
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.selected}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5" lineClamp={2}>
            {nameOf(details)}
          </Title>
          {details?.stale && <Badge color="orange">{words.stale}</Badge>}
        </Group>
        {details && (
          <Text size="sm" c="dimmed">
            {words.about(details.persona?.name, details.source, details.confidence, details.keyframeCount)}
          </Text>
        )}
        <AnnotationReview item={{ id: track.id, version: track.version, name: nameOf(details) }} />
        {may && !may.update && <Text size="sm">{words.readOnly}</Text>}
        <Numbers key={track.id} {...{ player, editor, track }} disabled={may?.update === false} />
        <Between {...{ player, editor, track }} disabled={may?.update === false} />
        {details && may?.update !== false && (
          <LinkPicker
            key={`${track.id} ${details.label}`}
            link={link}
            onChange={(after) => link && void editor.relink(track.id, link, after)}
          />
        )}
        <Follow {...{ player, store, track, link, onFollow }} />
        {details && (
          <HistoryButton
            what={{ kind: 'ANNOTATION', id: track.id, name: nameOf(details), canChange: may?.update === true }}
          />
        )}
        {may?.share && <ShareButton what={{ type: 'ANNOTATION', id: track.id, name: nameOf(details) }} />}
        {may?.delete !== false && (
          <Button
            variant="outline"
            color="red"
            onClick={() => {
              onSelect(undefined)
              void editor.remove(track.id)
            }}
          >
            {words.remove}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function linkOf(details: Details | undefined): Link | undefined {
  if (!details || (details.type !== 'type' && details.type !== 'object')) return undefined
  const { type, label, personaId = null, linkType = null } = details
  return { type, label: label!, personaId, linkType }
}

const members = ['x', 'y', 'width', 'height'] as const

function Numbers({
  player,
  editor,
  track,
  disabled,
}: Pick<Props, 'player' | 'editor' | 'track'> & { disabled: boolean }) {
  const frame = useFrame(player)
  const box = boxOrNearest(track, frame)?.box
  const keys = keyframesOf(track)
  const isKey = keyframeAt(track, frame) !== undefined
  const before = keys.filter((key) => key < frame).at(-1)
  const after = keys.find((key) => key > frame)
  const [typed, setTyped] = useState<Record<string, number | string>>({})
  useEffect(() => setTyped({}), [frame, track])

  function save(): void {
    const changed = members.some((name) => typeof typed[name] === 'number' && typed[name] !== box?.[name])
    if (!box || !changed) return
    const at = (name: (typeof members)[number]) => (typeof typed[name] === 'number' ? typed[name] : box[name])
    void editor.setKeyframe(track, {
      frameNumber: frame,
      ...{ x: at('x'), y: at('y'), width: at('width'), height: at('height') },
    })
  }

  return (
    <>
      <Group gap="xs" grow>
        {members.map((name) => (
          <NumberInput
            key={name}
            label={words.members[name]}
            size="xs"
            hideControls
            decimalScale={1}
            disabled={disabled || !box}
            value={typed[name] ?? (box ? Math.round(box[name] * 10) / 10 : '')}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
            onBlur={save}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        ))}
      </Group>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={before === undefined} onClick={() => player.show(before!)}>
          {words.previous}
        </Button>
        <Button size="xs" variant="default" disabled={after === undefined} onClick={() => player.show(after!)}>
          {words.next}
        </Button>
        {isKey ? (
          <Button
            size="xs"
            variant="default"
            disabled={disabled || keys.length < 2}
            onClick={() => void editor.removeKeyframe(track, frame)}
          >
            {words.removeKeyframe}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={disabled || !box}
            onClick={() => {
              const { x, y, width, height } = box!
              void editor.setKeyframe(track, { frameNumber: frame, x, y, width, height })
            }}
          >
            {words.addKeyframe}
          </Button>
        )}
      </Group>
    </>
  )
}

/** Starts a job in which a model tracks the object in the box from the current frame on, as a new track. */
function Follow({
  player,
  store,
  track,
  link,
  onFollow,
}: Pick<Props, 'player' | 'store' | 'track' | 'onFollow'> & { link: Link | undefined }) {
  const start = useAct(TrackFromDocument, { onSuccess: ({ trackFrom }) => onFollow(trackFrom.id) })
  function follow(): void {
    const { frame } = player.snapshot()
    const box = boxOf(track, frame)
    if (!box || !link) return
    const { x, y, width, height } = box
    start.mutate({ input: { videoId: store.videoId, frame, box: { x, y, width, height }, ...link } })
  }
  return (
    <Button variant="default" loading={start.isPending} disabled={!link} onClick={follow}>
      {words.follow}
    </Button>
  )
}

/** The progress of a tracking job, whichever track is selected; when it is done, the new track is loaded. */
export function Following({
  player,
  store,
  editor,
  job,
  onAgain,
}: Pick<Props, 'player' | 'store' | 'editor'> & { job: string; onAgain: (job: string) => void }) {
  const ended = useCallback(
    (status: JobStatus) => {
      if (status !== 'COMPLETED') return
      showDone(words.followed)
      const show = async () => {
        const { job: done } = await untilAnswered(() => graph(FollowedDocument, { id: job }))
        const track: unknown = done?.result?.['annotationId']
        if (typeof track === 'string') editor.made([track])
        await store.reload(player.snapshot().frame)
      }
      show().catch(showError)
    },
    [player, store, editor, job],
  )
  return <JobProgress id={job} label={words.following} onEnd={ended} onAgain={({ id }) => onAgain(id)} />
}
