import { Button, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { showDone, showError, showNote } from '../app/notices.js'
import { useViewer } from '../app/session.js'
import { RestoreFromTrashDocument, TrashDocument, type TrashKind } from '../generated/graphql.js'
import { graph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

/** What was deleted, as the trash names it: a type by its persona and `part`, an object by its world and `part`. */
export interface Deleted {
  kind: TrashKind
  thingId: string
  part?: string
}

const words = texts.trash
/** A deletion is in the trash once all older transactions have ended; so often, and so long, it is looked for. */
const lookAgainMs = 300
const looks = 20

/** Says that something was deleted, for ten seconds with a button that restores it from the trash. */
export function useUndo(): (message: string, deleted: Deleted) => void {
  const { isAdmin } = useViewer()
  return useCallback(
    (message, deleted) => {
      const hide = showNote(
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              hide()
              restore(deleted, isAdmin).catch(showError)
            }}
          >
            {words.undo}
          </Button>
        </Group>,
      )
    },
    [isAdmin],
  )
}

async function restore({ kind, thingId, part }: Deleted, everyones: boolean): Promise<void> {
  for (let look = 0; look < looks; look++) {
    const { trash } = await graph(TrashDocument, { kind, everyones, after: null })
    const item = trash.nodes.find((one) => one.thingId === thingId && (one.part ?? undefined) === part)
    if (item) {
      const { restoreFromTrash } = await graph(RestoreFromTrashDocument, { id: item.id })
      const { left } = restoreFromTrash
      showDone(left.length ? words.partly(words.counts(left)) : words.done)
      void queryClient.invalidateQueries()
      return
    }
    await new Promise((done) => setTimeout(done, lookAgainMs))
  }
  throw new Error(words.notYours)
}
