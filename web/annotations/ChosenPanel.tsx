import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { showDone } from '../lib/notices.js'
import { ChosenReviews } from './ChosenReviews.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Link } from './act.js'
import type { Editor } from './editor.js'
import { LinkPicker } from './LinkPicker.js'
import { linkOf, type TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { useEntries, useLooks } from './use-tracks.js'

const words = texts.watch

interface Props {
  player: Player
  editor: Editor
  index: TrackIndex
  looks: TrackLooks
  onSelect: (id: string | undefined) => void
}

/** Acts on the tracks that are chosen in the timeline: change their type, merge, hide, lock and delete them. */
export function ChosenPanel({ player, editor, index, looks, onSelect }: Props) {
  const { chosen, hidden, locked } = useLooks(looks)
  useEntries(index)
  const [isRelinking, setRelinking] = useState(false)
  const ids = [...chosen].filter((id) => index.entry(id))
  if (ids.length === 0) return null
  const isAll = (set: ReadonlySet<string>) => ids.every((id) => set.has(id))
  const frame = player.snapshot().frame

  function relink(after: Link, objectId?: string): void {
    const before = ids.flatMap((id) => {
      const link = linkOf(index.entry(id))
      return link ? [{ id, link }] : []
    })
    setRelinking(false)
    void editor.relink(before, after, objectId)
  }
  async function merge(): Promise<void> {
    looks.choose([])
    const kept = await editor.join(ids, frame)
    if (kept === undefined) return
    onSelect(kept)
    showDone(words.merged(ids.length))
  }
  function remove(): void {
    looks.choose([])
    onSelect(undefined)
    void editor.remove(ids).then(() => showDone(words.deleted(ids.length)))
  }

  return (
    <Paper withBorder p="sm" component="section" aria-label={words.chosen}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {words.chosenCount(ids.length)}
        </Title>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {ids.map((id) => index.nameOf(id)).join(', ')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-expanded={isRelinking} onClick={() => setRelinking(!isRelinking)}>
            {words.changeType}
          </Button>
          <Button size="xs" variant="default" disabled={ids.length < 2} onClick={() => void merge()}>
            {words.merge}
          </Button>
          <Button size="xs" variant="default" onClick={() => looks.mark('hidden', ids, !isAll(hidden))}>
            {isAll(hidden) ? words.showTracks : words.hideTracks}
          </Button>
          <Button size="xs" variant="default" onClick={() => looks.mark('locked', ids, !isAll(locked))}>
            {isAll(locked) ? words.unlockTracks : words.lockTracks}
          </Button>
          <Button size="xs" variant="default" onClick={() => looks.choose([])}>
            {words.chooseNone}
          </Button>
          <Button size="xs" variant="outline" color="red" onClick={remove}>
            {words.deleteTracks(ids.length)}
          </Button>
        </Group>
        <ChosenReviews {...{ index, looks, ids }} />
        {isRelinking && <LinkPicker link={undefined} onChange={relink} />}
      </Stack>
    </Paper>
  )
}
