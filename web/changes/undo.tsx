import { Button, Group, Text } from '@mantine/core'
import { useCallback } from 'react'
import { showDone, showError, showNote } from '../lib/notices.js'
import { useViewer } from '../app/session.js'
import { RestoreFromTrashDocument, TrashDocument, type TrashKind, type TrashQuery } from '../generated/graphql.js'
import { AnswerError } from '../lib/answer.js'
import { graph } from '../lib/graph.js'
import { queryClient } from '../lib/query-client.js'
import { texts } from '../texts.js'

type Item = TrashQuery['trash']['nodes'][number]

/** What was deleted, as the trash names it: a type by its persona and `part`, an object by its world and `part`. */
export interface Deleted {
  kind: TrashKind
  thingId: string
  part?: string
}

/** Several things of one kind that were deleted. */
export interface DeletedTogether {
  kind: TrashKind
  /** If one request deleted them, the ids of all; else of those that were named, without what went with them. */
  thingIds: readonly string[]
  /** Whether one request deleted them: then they are in the trash all at once, and some of them as a part of others. */
  byOneRequest: boolean
}

const words = texts.trash
/** A deletion is in the trash once all older transactions have ended; so often, and so long, it is looked for. */
const lookAgainMs = 300
const looks = 20

/** Says that something was deleted, for ten seconds with a button that restores it from the trash. */
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

/** Looks for items of the trash until all are there, as `isWhole` says; returns what is there in the end. */
async function lookFor(find: () => Promise<Item[]>, isWhole: (found: readonly Item[]) => boolean): Promise<Item[]> {
  for (let look = 1; ; look++) {
    const found = await find()
    if (isWhole(found) || look === looks) return found
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

/** Restores what is still in the trash of it, what was deleted last first: what it refers to is back by then. */
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
        // Of a server that is lost, nothing is known; what it refuses does not keep the others from coming back.
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

/** The items of the trash that stand for some of these things. The trash begins with what was deleted last. */
async function itemsOf(kind: TrashKind, ids: ReadonlySet<string>, everyones: boolean): Promise<Item[]> {
  const found: Item[] = []
  for (let after: string | null = null; ;) {
    const { trash }: TrashQuery = await graph(TrashDocument, { kind, everyones, after })
    const here = trash.nodes.filter(({ thingId, part }) => part == null && ids.has(thingId))
    found.push(...here)
    after = trash.pageInfo.endCursor ?? null
    if (!here.length || !trash.pageInfo.hasNextPage || found.length === ids.size) return found
  }
}
