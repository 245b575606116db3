import { showDone, wordsOf } from '../lib/notices.js'
import type { RefusedFile } from '../app/Refused.js'
import { onNextPerson } from '../app/session.js'
import { LibraryDocument } from '../generated/graphql.js'
import { readAgain } from '../lib/query-client.js'
import { upload, type Transfer } from '../lib/transfer.js'
import { texts } from '../texts.js'

const words = texts.videos.upload

export interface UploadState {
  /** The file being uploaded, and the number of files waiting after it. */
  sending: { name: string; after: number; state: Transfer } | undefined
  refused: readonly RefusedFile[]
  /** The IDs of the videos uploaded since the user closed the list of those that cannot be read, the latest last. */
  arrived: readonly string[]
}

/** The number of uploaded videos that are remembered; the server returns at most as many at once. */
const mostArrived = 100

/** Uploads videos one after the other, even while another page of the desk is open. */
class Uploads {
  private state: UploadState = { sending: undefined, refused: [], arrived: [] }
  private readonly listeners = new Set<() => void>()
  private readonly waiting: File[] = []
  private current: AbortController | undefined
  /** Makes the browser ask for confirmation when the page is closed before everything is uploaded. */
  private readonly warn = (event: Event) => event.preventDefault()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): UploadState => this.state

  /** Queues files after those that are waiting already. */
  async take(files: readonly File[]): Promise<void> {
    this.forget(files.map(({ name }) => name))
    this.waiting.push(...files)
    if (this.current) return
    addEventListener('beforeunload', this.warn)
    const sent: string[] = []
    for (let file = this.waiting.shift(); file; file = this.waiting.shift())
      if (await this.send(file)) sent.push(file.name)
    if (sent.length) showDone(words.done(sent))
    removeEventListener('beforeunload', this.warn)
    this.current = undefined
    this.update({ sending: undefined })
  }

  /** Aborts the upload of the current file. */
  stop(): void {
    this.current?.abort()
  }

  refuse(more: readonly RefusedFile[]): void {
    this.forget(more.map(({ name }) => name))
    this.update({ refused: [...this.state.refused, ...more] })
  }

  putAway(): void {
    this.update({ refused: [] })
  }

  /** Closes the list of uploaded files that cannot be read. */
  forgetArrived(): void {
    this.update({ arrived: [] })
  }

  /** Drops everything when another user signs in. */
  clear(): void {
    this.waiting.length = 0
    this.stop()
    this.putAway()
    this.forgetArrived()
  }

  /** Uploads a file; returns whether it has arrived. */
  private async send(file: File): Promise<boolean> {
    this.current = new AbortController()
    const { signal } = this.current
    const say = (state: Transfer) => this.update({ sending: { name: file.name, after: this.waiting.length, state } })
    const form = new FormData()
    form.append('file', file)
    say({ done: 0, total: file.size })
    try {
      const { id } = await upload<{ id: string }>('/api/videos/upload', form, say, signal)
      readAgain(LibraryDocument)
      this.update({ arrived: [...this.state.arrived, id].slice(-mostArrived) })
      return true
    } catch (error) {
      if (!signal.aborted) this.refuse([{ name: file.name, why: wordsOf(error, words.advice) }])
      return false
    }
  }

  private forget(names: readonly string[]): void {
    this.update({ refused: this.state.refused.filter(({ name }) => !names.includes(name)) })
  }

  private update(change: Partial<UploadState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

export const uploads = new Uploads()
onNextPerson(() => uploads.clear())
