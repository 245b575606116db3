import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { AnswerError, LostServer, UnreadableFile } from './answer.js'
import { texts } from '../texts.js'

/** What to do about an error, as sentences by error code. */
export type Advice = Readonly<Record<string, string | undefined>>

/**
 * Returns an error as text with advice; `special` is advice for this act and takes precedence over the general advice.
 */
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

/** The number of ids in use: one more than the notifications that are shown at once. */
const mostKept = 6
let count = 0

/**
 * Returns the id of the next notification. The library keeps the last element of each id forever, so ids are reused; a
 * notification that still has the id is hidden first.
 */
function nextId(): string {
  const id = `note ${count++ % mostKept}`
  notifications.hide(id)
  return id
}

/** Shows an error for ten seconds. */
export function showError(error: unknown): void {
  notifications.show({
    // However many requests fail because the server is unreachable, only one notification is shown.
    id: error instanceof LostServer ? 'lost server' : nextId(),
    color: 'red',
    title: texts.errors.title,
    message: wordsOf(error),
    autoClose: 10_000,
  })
}

/** Shows that something succeeded, for four seconds. */
export function showDone(message: string): void {
  notifications.show({ id: nextId(), color: 'teal', message, autoClose: 4_000 })
}

/** Shows a note with controls for ten seconds; returns a function that hides it earlier. */
export function showNote(message: ReactNode): () => void {
  const id = nextId()
  notifications.show({ id, message, autoClose: 10_000 })
  return () => notifications.hide(id)
}
