import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { AnswerError, LostServer, UnreadableFile } from './answer.js'
import { texts } from '../texts.js'

/** Sentences that say what to do about an error, by its code. */
export type Advice = Readonly<Record<string, string | undefined>>

/** An error as a text that says what to do; `special` is advice for this act, used before the general one. */
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

/** The number of ids in use: one more than notifications are shown at once. */
const mostKept = 6
let count = 0

/**
 * The id of the next notification. The library keeps the last element of each id forever, so ids are reused; a
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
    // However many requests fail because the server is unreachable, one notification says so.
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

/** Shows something with which one may act, for ten seconds; returns how to hide it before. */
export function showNote(message: ReactNode): () => void {
  const id = nextId()
  notifications.show({ id, message, autoClose: 10_000 })
  return () => notifications.hide(id)
}
