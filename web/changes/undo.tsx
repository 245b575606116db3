import { Button, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { showDone, showError, showNote } from '../lib/notices.js'
import { useViewer } from '../app/session.js'
import { RestoreFromTrashDocument, TrashDocument, type Kind, type TrashQuery } from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { graph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

type Item = TrashQuery['trash']['nodes'][number]

/** A deleted item as the trash identifies it: a type by its persona and `part`, an object by its world and `part`. */
export interface Deleted {
  kind: Kind
  thingId: string
  part?: string
}

/** Several deleted items of one kind. */
export interface DeletedTogether {
  kind: Kind
  /**
   * The ids of all items if one request deleted them; otherwise only of the named items, without those deleted along
   * with them.
   */
  thingIds: readonly string[]
  /** Whether one request deleted the items: then they all appear in the trash at once, some as parts of others. */
  byOneRequest: boolean
}

const words = texts.trash
/**
 * A deletion appears in the trash once all older transactions have ended, so the trash is read up to this many times,
 * with this pause between.
 */
const lookAgainMs = 300
const looks = 20

/**
 * Returns a function that shows for ten seconds that items were deleted, with a button that restores them from the
 * trash.
 */
export function useUndo(): (message: string, deleted: Deleted | DeletedTogether) => void {
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
              const restored = 'thingId' in deleted ? restore(deleted, isAdmin) : restoreAll(deleted, isAdmin)
              restored.catch(showError)
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

/** Reads the trash until `isWhole` accepts the items, or the tries are used up; returns the last items. */
async function lookFor(find: () => Promise<Item[]>, isWhole: (items: readonly Item[]) => boolean): Promise<Item[]> {
  for (let look = 1; ; look++) {
    const items = await find()
    if (isWhole(items) || look === looks) return items
    await new Promise((done) => setTimeout(done, lookAgainMs))
  }
}

async function restore({ kind, thingId, part }: Deleted, everyones: boolean): Promise<void> {
  const [item] = await lookFor(
    async () => {
      const { trash } = await graph(TrashDocument, { kind, everyones, after: null })
      return trash.nodes.filter((one) => one.thingId === thingId && (one.part ?? undefined) === part)
    },
    (found) => found.length > 0,
  )
  if (!item) throw new Error(words.notYours)
  const { restoreFromTrash } = await graph(RestoreFromTrashDocument, { id: item.id })
  const { left } = restoreFromTrash
  showDone(left.length ? words.partly(words.counts(left)) : words.done)
  void queryClient.invalidateQueries()
}

/**
 * Restores those of the items that are still in the trash, the last deleted first, so that what an item refers to is
 * back before it.
 */
async function restoreAll({ kind, thingIds, byOneRequest }: DeletedTogether, everyones: boolean): Promise<void> {
  const ids = new Set(thingIds)
  const items = await lookFor(
    () => itemsOf(kind, ids, everyones),
    (found) => (byOneRequest ? found.length > 0 : found.length === ids.size),
  )
  let [back, failed] = [0, ids.size - (byOneRequest ? 0 : items.length)]
  let reason = words.notYours
  try {
    for (const { id } of items) {
      try {
        const { restored } = (await graph(RestoreFromTrashDocument, { id })).restoreFromTrash
        back += restored.find((one) => one.kind === kind.toLowerCase())?.count ?? 0
      } catch (error) {
        // If the server cannot be reached, stop; an item that it refuses does not keep the others from being restored.
        if (!(error instanceof AnswerError)) throw error
        reason = error.message
        if (!byOneRequest) failed++
      }
    }
  } finally {
    void queryClient.invalidateQueries()
  }
  if (byOneRequest) failed = Math.max(0, ids.size - back)
  if (back > 0) showDone(words.doneSeveral(back))
  if (failed > 0) throw new Error(words.notRestored(failed, reason))
}

/** Returns the entries of the trash for these ids. The trash lists the latest deletion first. */
async function itemsOf(kind: Kind, ids: ReadonlySet<string>, everyones: boolean): Promise<Item[]> {
  const items: Item[] = []
  for (let after: string | null = null; ;) {
    const { trash }: TrashQuery = await graph(TrashDocument, { kind, everyones, after })
    const here = trash.nodes.filter(({ thingId, part }) => part == null && ids.has(thingId))
    items.push(...here)
    after = trash.pageInfo.endCursor ?? null
    if (!here.length || !trash.pageInfo.hasNextPage || items.length === ids.size) return items
  }
}
