import { notifications } from '@mantine/notifications'
import { AnswerError, LostServer, UnreadableFile } from '../lib/answer.js'
import { texts } from '../texts.js'

/** What to do, by the code of an answer. */
export type Advice = Readonly<Record<string, string | undefined>>

/** An error in words that say what to do; `special` is advice that fits the act better than that for all. */
export function wordsOf(error: unknown, special: Advice = {}): string {
  if (error instanceof LostServer) return texts.errors.lost
  if (error instanceof UnreadableFile) return texts.errors.unreadable
  if (error instanceof AnswerError) {
    const advice = special[error.code] ?? (texts.errors.advice as Advice)[error.code]
    return advice ? `${sentence(error.message)} ${advice}` : error.message
  }
  return error instanceof Error ? error.message : String(error)
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`)

/** One more than are shown at once. */
const mostKept = 6
let count = 0

/**
 * An id for the next note. What shows them keeps the last element of each id for good, so ids come around again; a
 * note that is still there makes place.
 */
function nextId(): string {
  const id = `note ${count++ % mostKept}`
  notifications.hide(id)
  return id
}

export function showError(error: unknown): void {
  notifications.show({
    // However many requests find nobody, it is said once.
    id: error instanceof LostServer ? 'lost server' : nextId(),
    color: 'red',
    title: texts.errors.title,
    message: wordsOf(error),
    autoClose: 10_000,
  })
}

export function showDone(message: string): void {
  notifications.show({ id: nextId(), color: 'teal', message, autoClose: 4_000 })
}
