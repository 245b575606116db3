import {
  DeleteTimeOfVideoDocument,
  EventsOfVideoDocument,
  SaveAssignedObjectDocument,
  TimesOfVideoDocument,
  UndoDeletionDocument,
  WorldNowDocument,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { changed } from '../lib/documents.js'
import { graph } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { readAgain } from '../lib/query-client.js'
import { readTargetsAgain } from '../personas/targets.js'
import type { Act } from './act.js'
import { changeObject } from './own-object.js'

/** A time that is to be marked in a video. */
export interface NewTime {
  /** The project in whose world it is made; null for the personal world. */
  projectId: string | null
  /** Absent where an event gives it its name. */
  label?: string | undefined
  /** The id of an event of the same world that is to start at the time. */
  eventId?: string | undefined
  videoId: string
  /** The first and the last frame. */
  frames: readonly [number, number]
}

/**
 * Returns an act that makes a time in a world of the user's own. Taking it back deletes the time, and its event has the
 * start that it had before; doing it again restores the time.
 */
export function markingTime({ projectId, label, eventId, videoId, frames }: NewTime): Act {
  const key = randomId()
  let worldId: string | undefined
  let before: unknown
  const time = { key, label, type: 'INTERVAL' as const, videoReferences: [{ videoId, frameRange: [...frames] }] }
  const make = async () => {
    const { saveWorldObject } = await untilAnswered(() =>
      graph(SaveAssignedObjectDocument, { input: { projectId, object: { time } } }),
    )
    worldId = saveWorldObject.world.id
  }
  const restore = (id: string) =>
    untilAnswered(() => graph(UndoDeletionDocument, { input: { kind: 'TIME', id, part: key } }))
  const run = async () => {
    await (worldId === undefined ? make() : restore(worldId))
    if (eventId !== undefined)
      await startAt(eventId, (start) => {
        before = start
        return key
      })
  }
  const revert = async () => {
    if (eventId !== undefined) await startAt(eventId, (start) => (start === key ? before : start))
    const input = { id: `${worldId}/time/${key}` }
    await untilAnswered(() => graph(DeleteTimeOfVideoDocument, { input })).catch(unlessMissing)
  }
  const step = (send: () => Promise<void>) => () => ({ send: () => send().finally(readTimesAgain) })
  return { run: step(run), revert: step(revert) }
}

/** Gives an event another start, which `next` returns for the one that it has. */
const startAt = (eventId: string, next: (start: unknown) => unknown) =>
  changeObject(eventId, (event) => {
    const start = next(event['startTimeId'])
    return start === event['startTimeId'] ? undefined : changed(event, { startTimeId: start ?? null }, ['startTime'])
  })

/** Another page may have deleted the time already. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof AnswerError && error.code === 'NOT_FOUND')) throw error
}

function readTimesAgain(): void {
  readAgain(TimesOfVideoDocument, EventsOfVideoDocument, WorldNowDocument)
  readTargetsAgain()
}
