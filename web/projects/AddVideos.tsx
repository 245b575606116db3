import { Button, Checkbox, Group, ScrollArea, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useId, useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { showDone } from '../lib/notices.js'
import { Loading } from '../app/Page.js'
import { SmallPicture } from '../app/SmallPicture.js'
import { bounds } from '../generated/bounds.js'
import {
  AssignedVideosDocument,
  AssignProjectVideosDocument,
  VideosToAddDocument,
  type VideoNamedFragment,
} from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { emptyList, useAll, usePages, type More } from '../lib/pages.js'
import { toggled } from '../lib/toggled.js'
import { texts } from '../texts.js'
import type { Project } from './project.js'

interface Props {
  project: Project
  onClose: () => void
  onAdded: () => void
}

/** A dialog that finds videos by name and adds the chosen ones to a project, each assigned to a member. */
export function AddVideos({ project: { id: projectId, members }, onClose, onAdded }: Props) {
  const words = texts.team.videos
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), 250)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [userId, setUser] = useState<string | null>(null)
  const videos = usePages(VideosToAddDocument, { search: sought || null }, (all) => all.videos)
  const there = useAll(
    AssignedVideosDocument,
    { id: projectId },
    ({ project }) => project?.videoAssignments ?? emptyList,
  )
  const has = new Set(there.nodes.map(({ videoId }) => videoId))
  const add = useAct(AssignProjectVideosDocument, {
    onSuccess({ assignProjectVideos: { videoAssignments } }) {
      showDone(words.added(videoAssignments.length))
      onAdded()
      onClose()
    },
  })
  const free = (videos.nodes ?? []).filter(({ id }) => !has.has(id))
  return (
    <Dialog title={words.add} size="lg" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate({ input: { projectId, videoIds: [...chosen], assignedUserId: userId } })
        }}
      >
        <Stack>
          <TextInput
            label={texts.videos.search}
            value={search}
            data-autofocus
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
          {videos.error && <ErrorNote error={videos.error} retry={() => void videos.refetch()} />}
          {!videos.nodes || !there.isThere ? (
            <Loading />
          ) : free.length === 0 ? (
            <Text c="dimmed">{videos.nodes.length ? words.allThere : texts.videos.nothing}</Text>
          ) : (
            <FreeVideos free={free} chosen={chosen} onChange={setChosen} more={videos.more} />
          )}
          <Select
            label={texts.projects.assigned}
            placeholder={words.nobody}
            data={members.map((one) => ({ value: one.userId, label: one.user?.displayName ?? one.userId }))}
            value={userId}
            onChange={setUser}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': words.nobody }}
          />
          <Group justify="space-between">
            <Text size="sm" role="status">
              {words.selected(chosen.size)}
            </Text>
            <Group>
              <Button variant="default" onClick={onClose}>
                {texts.states.cancel}
              </Button>
              <Button
                type="submit"
                disabled={chosen.size === 0 || chosen.size > bounds.assignedVideos.max}
                loading={add.isPending}
              >
                {words.addCount(chosen.size)}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface FreeProps {
  /** The videos that are not in the project. */
  free: readonly VideoNamedFragment[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  more: More | undefined
}

function FreeVideos({ free, chosen, onChange, more }: FreeProps) {
  const words = texts.team.videos
  const list = useId()
  return (
    <Stack gap="xs">
      <Checkbox
        label={words.selectAll}
        checked={free.every(({ id }) => chosen.has(id))}
        onChange={({ currentTarget }) =>
          onChange(
            toggled(
              chosen,
              free.map(({ id }) => id),
              currentTarget.checked,
            ),
          )
        }
      />
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
        <Stack gap="xs" p={4} role="group" aria-label={texts.team.tabs.videos}>
          {free.map((video) => (
            <Group key={video.id} gap="xs" wrap="nowrap">
              <Checkbox
                id={`${list} ${video.id}`}
                checked={chosen.has(video.id)}
                onChange={({ currentTarget }) => onChange(toggled(chosen, [video.id], currentTarget.checked))}
              />
              <SmallPicture video={video} />
              <Text component="label" size="sm" htmlFor={`${list} ${video.id}`}>
                {video.filename}
              </Text>
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {more && (
        <Button variant="default" size="xs" loading={more.isLoading} onClick={more.load}>
          {texts.states.more}
        </Button>
      )}
    </Stack>
  )
}
