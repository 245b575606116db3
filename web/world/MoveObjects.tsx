import { Alert, Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useProjectNames } from '../app/names.js'
import { Dialog } from '../app/Dialog.js'
import { ErrorNote } from '../app/ErrorNote.js'
import { at, paths } from '../app/paths.js'
import { bounds } from '../generated/bounds.js'
import { MoveWorldObjectsDocument, WorldNowDocument } from '../generated/graphql.js'
import { useAct } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import { toggled } from '../lib/toggled.js'
import { readTargetsAgain } from '../personas/targets.js'
import type { ChosenThings } from '../personas/ThingTable.js'
import type { Things } from '../personas/thing.js'
import { texts } from '../texts.js'

const words = texts.world.moving
/** The option for the personal world; selects have no empty values. */
const personal = 'personal'

interface World {
  value: string
  label: string
}

/**
 * Returns the selection of objects of a world, which can be moved to another world of the user; `moved` reports the
 * last move. Objects cannot be selected if the user may not add objects to any other world.
 */
export function useMoving(
  { lists }: Pick<Things, 'lists'>,
  projectId: string | undefined,
  canChange: boolean,
): { chosen: ChosenThings | undefined; moved: ReactNode } {
  const { nodes: projects } = useProjectNames()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [moved, setMoved] = useState<{ count: number; to: World }>()
  const worlds = [
    ...(projectId ? [{ value: personal, label: texts.team.personalWorld }] : []),
    ...projects
      .filter(({ id, viewerCan }) => viewerCan.addToWorld && id !== projectId)
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  const note = moved && <Moved {...moved} onClose={() => setMoved(undefined)} />
  if (!canChange || !worlds.length) return { chosen: undefined, moved: note }
  // The server moves all objects with one of the ids, of any kind.
  const things = Object.values(lists).flatMap((list) => list.filter(({ key }) => keys.has(key)))
  const ids = [...new Set(things.map(({ key }) => key))]
  const none = () => setKeys(new Set())
  const chosen: ChosenThings = {
    has: (key) => keys.has(key),
    set: (some, on) => setKeys(toggled(keys, some, on)),
    bar: things.length > 0 && (
      <>
        <Text size="sm" role="status">
          {words.selected(things.length)}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={ids.length > bounds.movedObjects.max}
          onClick={() => setAsking(true)}
        >
          {words.act}
        </Button>
        <Button size="xs" variant="subtle" onClick={none}>
          {texts.reviews.selectNone}
        </Button>
        {ids.length > bounds.movedObjects.max && (
          <Text size="xs" c="dimmed">
            {words.tooMany}
          </Text>
        )}
        {isAsking && (
          <MoveDialog
            {...{ ids, projectId, worlds }}
            count={things.length}
            onClose={() => setAsking(false)}
            onMoved={(to) => {
              setMoved({ count: things.length, to })
              setAsking(false)
              none()
            }}
          />
        )}
      </>
    ),
  }
  return { chosen, moved: note }
}

/** Shows the number of moved objects, with a link to their new world. */
function Moved({ count, to, onClose }: { count: number; to: World; onClose: () => void }) {
  return (
    <Alert color="teal" role="status" withCloseButton closeButtonLabel={texts.states.close} onClose={onClose}>
      <Group gap="xs">
        <Text size="sm">{words.done(count, to.label)}</Text>
        <Anchor
          component={Link}
          size="sm"
          c="inherit"
          underline="always"
          href={at(paths.world, {}, { project: projectOf(to.value) })}
        >
          {words.open}
        </Anchor>
      </Group>
    </Alert>
  )
}

const projectOf = (world: string) => (world === personal ? undefined : world)

interface Props {
  ids: readonly string[]
  /** The number of objects with these ids. */
  count: number
  projectId: string | undefined
  worlds: readonly World[]
  onClose: () => void
  onMoved: (to: World) => void
}

/** Asks for the world to move objects to. A refusal by the server is shown in the dialog, and then nothing is moved. */
function MoveDialog({ ids, count, projectId, worlds, onClose, onMoved }: Props) {
  const [to, setTo] = useState<World | undefined>(worlds.length === 1 ? worlds[0] : undefined)
  const [refusal, setRefusal] = useState<Error>()
  const move = useAct(MoveWorldObjectsDocument, {
    onSuccess() {
      readAgain(WorldNowDocument)
      readTargetsAgain()
      if (to) onMoved(to)
    },
    onError: setRefusal,
  })
  return (
    <Dialog title={words.title(count)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setRefusal(undefined)
          const toProjectId = to && (projectOf(to.value) ?? null)
          if (to) move.mutate({ input: { ids: [...ids], fromProjectId: projectId ?? null, toProjectId } })
        }}
      >
        <Stack>
          <Text size="sm">{words.says}</Text>
          <Select
            label={words.to}
            data={[...worlds]}
            value={to?.value ?? null}
            required
            allowDeselect={false}
            searchable
            // The autofocus opens the list of the select, which would cover the button below.
            data-autofocus={worlds.length > 1 || undefined}
            onChange={(value) => setTo(worlds.find((one) => one.value === value))}
          />
          {refusal && <ErrorNote error={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.states.cancel}
            </Button>
            <Button
              type="submit"
              data-autofocus={worlds.length === 1 || undefined}
              disabled={!to}
              loading={move.isPending}
            >
              {words.move}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
