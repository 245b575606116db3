import { createReadStream } from 'node:fs'
import { open, readFile, rm, truncate, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrno } from '@parallax/shared/errno.js'
import { rowsOf } from '../exchange/export/sequence-lines.js'
import { Draft, syncFolder } from './follow-draft.js'
import { CommandError } from './remote.js'
import { isAlive } from '../database/launch/postmaster.js'

// The files of `parallax follow`. `state.ndjson` is the truth: the server and the query that are followed, then every
// line of the copy in the envelope of the feed, sorted, then the position. It is replaced as a whole, so that lines and
// position always belong together. `copy.ndjson` is made from it and holds the lines alone.

const lineAt = Buffer.from(',"line":')
const newline = Buffer.from('\n')

/** The key by which the lines of an export are sorted. */
type Order = readonly (number | string)[]

interface Head {
  change: string
  type?: string
  id?: string
  worldId?: string
  order?: Order
  position?: string
  more?: boolean
}

/** Returns the members of an envelope before its line. */
function headOf(line: Buffer): Head {
  const at = line.indexOf(lineAt)
  return JSON.parse(at < 0 ? line.toString() : `${line.toString('utf8', 0, at)}}`) as Head
}

const keyOf = ({ type = '', id = '', worldId = '' }: Head) => `${type} ${worldId} ${id}`

/** Compares two lines by their order in an export: numbers as numbers, texts by their bytes. */
function compare(a: Order, b: Order): number {
  for (const [i, one] of a.entries()) {
    const other = b[i]
    const difference =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
    if (difference !== 0) return difference
  }
  return 0
}

/** A copy of an export in a folder. */
export class FollowedCopy {
  private readonly statePath: string
  private readonly copyPath: string
  /** The path of the next answer until it has arrived as a whole. */
  readonly answerPath: string
  private readonly lockPath: string
  position: string | null = null
  lines = 0

  constructor(
    private readonly folder: string,
    /** The server, and the query of its feed. */
    private readonly about: { url: string; query: string },
  ) {
    this.statePath = join(folder, 'state.ndjson')
    this.copyPath = join(folder, 'copy.ndjson')
    this.answerPath = join(folder, 'answer.part')
    this.lockPath = join(folder, 'lock')
  }

  /**
   * Locks the folder and makes the copy from the state, because an earlier run may have been killed between the two.
   * Throws CommandError if another process holds the folder or the folder holds a copy of something else.
   */
  async open(): Promise<void> {
    await this.lock()
    for (const path of [this.statePath, this.copyPath]) await rm(`${path}.part`, { force: true })
    await rm(this.answerPath, { force: true })
    let begun = false
    let whole = 0
    const copy = await Draft.of(this.copyPath)
    try {
      for await (const line of rowsOf(createReadStream(this.statePath))) {
        whole += line.length + 1
        const head = headOf(line)
        if (!begun) this.refuseOther(head)
        begun = true
        if (head.change === 'position') this.position = head.position ?? null
        else if (head.change === 'set') await addLine(copy, line)
      }
    } catch (error) {
      await copy.drop()
      if (isErrno(error, 'ENOENT')) return
      throw error
    }
    this.lines = copy.lines
    await copy.end()
    await copy.keep()
    // A position that was cut off while it was written would spoil the next position.
    await truncate(this.statePath, whole)
  }

  private refuseOther(head: object): void {
    const { url, query } = head as { url?: string; query?: string }
    if (url === this.about.url && query === this.about.query) return
    throw new CommandError(`${this.folder} holds a copy of ${url} (${query}): choose another folder, or remove it`, 2)
  }

  private async lock(): Promise<void> {
    const owner = Number(await readFile(this.lockPath, 'utf8').catch(() => ''))
    if (owner && owner !== process.pid && isAlive(owner))
      throw new CommandError(`Process ${owner} follows in ${this.folder} already (${this.lockPath})`)
    await writeFile(this.lockPath, String(process.pid))
  }

  async release(): Promise<void> {
    await rm(this.lockPath, { force: true })
  }

  /** Removes the copy and its state. */
  async remove(): Promise<void> {
    for (const path of [this.copyPath, this.statePath, this.answerPath]) await rm(path, { force: true })
    this.position = null
  }

  /**
   * Puts the answer in `answerPath` into the copy. Returns how many lines were set and are gone, and whether there is
   * more; null for an answer that broke off.
   */
  async apply(): Promise<{ set: number; gone: number; reset: boolean; more: boolean } | null> {
    const answer = await readAnswer(this.answerPath)
    if (answer === null) return null
    const { changes, position, more, reset } = answer
    const counts = { set: 0, gone: 0 }
    if (reset || changes.size > 0 || this.position === null) {
      const source = await open(this.answerPath, 'r')
      const drafts = [await Draft.of(this.statePath), await Draft.of(this.copyPath)] as const
      try {
        await drafts[0].add(Buffer.from(JSON.stringify({ change: 'follow', ...this.about })))
        const put = async (line: Buffer) => {
          await drafts[0].add(line)
          await addLine(drafts[1], line)
        }
        if (reset) counts.set = await putAll(this.answerPath, put)
        else Object.assign(counts, await merge(this.statePath, source, changes, put))
        await drafts[0].add(positionLine(position))
        for (const draft of drafts) await draft.end()
        // The state first: the copy is made from the state, but the state never from the copy.
        for (const draft of drafts) await draft.keep()
      } catch (error) {
        for (const draft of drafts) await draft.drop()
        throw error
      } finally {
        await source.close()
      }
      this.lines = drafts[1].lines
    } else if (position !== this.position) await this.note(position)
    await syncFolder(this.folder)
    await rm(this.answerPath, { force: true })
    this.position = position
    return { ...counts, reset, more }
  }

  /** Appends a position to the state. The last position counts; a line that was cut off does not. */
  private async note(position: string): Promise<void> {
    const file = await open(this.statePath, 'a')
    try {
      await file.appendFile(Buffer.concat([positionLine(position), newline]))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

const positionLine = (position: string) => Buffer.from(JSON.stringify({ change: 'position', position }))

/** Adds the line within an envelope. */
async function addLine(draft: Draft, envelope: Buffer): Promise<void> {
  await draft.add(envelope.subarray(envelope.indexOf(lineAt) + lineAt.length, -1))
}

interface Change {
  /** Null for a line that is gone. */
  order: Order | null
  at: number
  length: number
}

/** Reads the changes of an answer, without their lines; returns null if the last line of the answer is missing. */
async function readAnswer(path: string) {
  const changes = new Map<string, Change>()
  let last: Head | null = null
  let reset = false
  let at = 0
  for await (const line of rowsOf(createReadStream(path))) {
    const head = (last = headOf(line))
    if (head.change === 'reset') reset = true
    else if (!reset && (head.change === 'set' || head.change === 'gone'))
      changes.set(keyOf(head), { order: head.order ?? null, at, length: line.length })
    at += line.length + 1
  }
  if (last?.change !== 'position' || last.position === undefined) return null
  return { changes, reset, position: last.position, more: last.more ?? false }
}

/** Puts all lines of an answer that replaces the copy; the lines are sorted. */
async function putAll(path: string, put: (line: Buffer) => Promise<void>): Promise<number> {
  let count = 0
  for await (const line of rowsOf(createReadStream(path))) {
    if (!isSet(line)) continue
    await put(line)
    count += 1
  }
  return count
}

const setStart = Buffer.from('{"change":"set"')
const isSet = (line: Buffer) => line.subarray(0, setStart.length).equals(setStart)

/** Puts the lines of the state without changed and deleted lines, and the changed lines in their places. */
async function merge(
  statePath: string,
  source: FileHandle,
  changes: ReadonlyMap<string, Change>,
  put: (line: Buffer) => Promise<void>,
): Promise<{ set: number; gone: number }> {
  const added = [...changes.values()].filter((one): one is Change & { order: Order } => one.order !== null)
  added.sort((a, b) => compare(a.order, b.order))
  const total = added.length
  let next = 0
  const putAdded = async () => {
    const { at, length } = added[next++]!
    const line = Buffer.alloc(length)
    await source.read(line, 0, length, at)
    await put(line)
  }
  let gone = 0
  for await (const line of rowsOf(createReadStream(statePath))) {
    if (!isSet(line)) continue
    const head = headOf(line)
    const change = changes.get(keyOf(head))
    if (change) {
      if (change.order === null) gone += 1
      continue
    }
    while (next < total && compare(added[next]!.order, head.order ?? []) < 0) await putAdded()
    await put(line)
  }
  while (next < total) await putAdded()
  return { set: total, gone }
}
