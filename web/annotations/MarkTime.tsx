import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../app/Dialog.js'
import { IconButton } from '../app/IconButton.js'
import { IconCross, IconTime } from '../app/icons.js'
import { useProjectNames } from '../app/names.js'
import { WatchAssignmentsDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { showDone } from '../lib/notices.js'
import { useOwnEvents } from '../personas/known-worlds.js'
import { texts } from '../texts.js'
import type { Editor } from './editor.js'
import { markingTime } from './marking-time.js'
import type { TimeMark } from './use-time-mark.js'

const words = texts.videoTimes
/** The option for the personal world; selects have no empty values. */
const personal = 'personal'

interface Props {
  mark: TimeMark
  editor: Editor
  videoId: string
}

/** The button that marks the start of a time, and then its end, and the dialog that then asks for its name. */
export function MarkTime(props: Props) {
  const { from, frames, press, cancel } = props.mark
  const isOpen = from !== undefined
  return (
    <>
      <Text size="sm" role="status">
        {isOpen && words.from(from)}
      </Text>
      <Button
        size="xs"
        h={34}
        variant={isOpen ? 'light' : 'default'}
        leftSection={<IconTime size={16} />}
        onClick={press}
      >
        {isOpen ? words.end : words.mark}
      </Button>
      {isOpen && <IconButton label={words.cancel} icon={IconCross} onClick={cancel} />}
      {frames && <NameTime {...props} frames={frames} />}
    </>
  )
}

interface NamingProps extends Props {
  frames: readonly [number, number]
}

/** Asks for the name of a marked time, or the event that starts at it, and for the world, and makes it. */
function NameTime({ mark, frames, editor, videoId }: NamingProps) {
  const worlds = useWorlds(videoId)
  const [label, setLabel] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [eventId, setEvent] = useState<string | null>(null)
  const world = chosen ?? worlds[0]!.value
  const projectId = world === personal ? null : world
  const events = useOwnEvents(projectId)
  const event = events.find(({ id }) => id === eventId)
  const name = label.trim() || event?.name
  async function save() {
    mark.cancel()
    const act = markingTime({
      ...{ projectId, videoId, frames },
      ...{ label: label.trim() || undefined, eventId: event?.id },
    })
    await editor.perform(act)
    if (!act.hasFailed) showDone(words.marked(name!))
  }
  return (
    <Dialog title={words.name(...frames)} onClose={mark.cancel}>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void save()
        }}
      >
        <Stack>
          <TextInput
            label={texts.things.name}
            value={label}
            required={!event}
            data-autofocus
            autoComplete="off"
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
          <Select
            label={words.event}
            description={words.eventHint}
            data={events.map(({ id, name: option }) => ({ value: id, label: option }))}
            value={event ? eventId : null}
            onChange={setEvent}
            clearable
            searchable
            limit={200}
          />
          {worlds.length > 1 && (
            <Select
              label={texts.team.whichWorld}
              data={worlds}
              value={world}
              allowDeselect={false}
              onChange={(value) => value && setChosen(value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={mark.cancel}>
              {texts.states.cancel}
            </Button>
            <Button type="submit" disabled={!name}>
              {texts.states.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Returns the worlds in which a time of the video can be made: those of its projects first, then the personal one. */
function useWorlds(videoId: string) {
  const { data } = useGraph(WatchAssignmentsDocument, { videoId }, { staleTime: 60_000 })
  const { nodes } = useProjectNames()
  const holding = new Set(data?.video?.assignments.flatMap(({ project }) => project?.id ?? []))
  const projects = nodes.filter(({ id, viewerCan }) => holding.has(id) && viewerCan.addToWorld)
  return [
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
    { value: personal, label: texts.team.personalWorld },
  ]
}
