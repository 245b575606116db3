import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'uuid'
import { abilitiesOf } from '../../../access/abilities.js'
import { requireActor } from '../../../access/actor.js'
import { visibleVideo } from '../../../access/place-rules.js'
import { visible } from '../../../access/rules.js'
import type { Context } from '../../../context.js'
import type { Budget } from '../../../lib/fairness/budget.js'
import { mostOfLine } from '../../../lib/constraints.js'
import { inTurns, Turn, type Clock } from '../../../lib/fairness/turns.js'
import type { ReadOptions } from '../options.js'
import { foreignFile } from '../foreign-files.js'
import { refusal } from '../refusal.js'
import { parseFault } from '../stage/line-parse.js'
import { stageFault, stageLine, type Note, type StagedLine } from '../stage/line-stage.js'
import { largeLine, stageLargeLine } from '../stage/line-threads.js'
import { linesOfFile } from '../stage/stage.service.js'
import { RowMaker, type StagedRows } from '../stage/staged-rows.js'
import { sequenceJson, sequenceOf } from './sequence-of.js'
import { selectTypeNames, selectVideoId } from './tool-lines.sql.js'
import { tools, type ToolReader } from './tool.js'
import type { ToolFault, ToolItem, ToolSources, ToolTrack } from './tool-track.js'

interface SpooledFile {
  path: string
  options: ReadOptions
}

/**
 * Returns the lines of a file in any format that an import accepts. Throws PARSE_ERROR for other files, with what they
 * are.
 */
export async function stagedLines(ctx: Context, file: SpooledFile, budget: Budget): Promise<AsyncIterable<StagedRows>> {
  const head = await headOf(file.path)
  const other = foreignFile(head)
  if (other !== null) throw parseFault(1, other)
  const { format, common } = file.options
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  // Lines in the server's own format begin like no file of a tool.
  const tool = tools.find(({ name, begins }) => (format === null ? begins(text) : format === name))
  return tool ? linesOfTool(ctx, file, tool.reader(), budget) : linesOfFile(file.path, common, budget)
}

/** Returns the first kilobyte of a file. */
async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const bytesInTurn = 64 * 1024

/**
 * Yields a line for each track of a file of another tool, and for each element that annotations cannot represent, which
 * is skipped with a warning. Throws PARSE_ERROR for any other file, and VALIDATION_ERROR if the video or the persona is
 * unknown.
 */
async function* linesOfTool(
  ctx: Context,
  { path, options }: SpooledFile,
  reader: ToolReader,
  budget: Budget,
): AsyncGenerator<StagedRows> {
  const target = await targetOf(ctx, options, reader.sources)
  const rowsOf = async (items: readonly ToolItem[]) => {
    budget.makeObjects(items.length)
    const made = new RowMaker()
    for (const item of items) {
      const videoId = isWhole(item) ? await target.videoOf(item.taskId) : ''
      const { staged, notes } = await stagedOf(item, videoId, target, options, budget)
      made.add(staged, notes)
    }
    return made.rows()
  }
  for await (const chunk of createReadStream(path, { highWaterMark: bytesInTurn })) {
    const turn = new Turn(budget)
    const items = reader.read(chunk as Buffer)
    turn.end()
    yield rowsOf(items)
    await nextTurn()
  }
  for await (const item of reader.end(budget)) yield rowsOf([item])
}

interface Target {
  userId: string
  personaId: string | null
  /** Returns the id of the video of a task's tracks. */
  videoOf(taskId: string | null): Promise<string>
  /** The ids of the types of the persona by their names. */
  types: ReadonlyMap<string, string>
  ids: ReadonlySet<string>
  /** What the options call the labels of the file. */
  labels: ReadonlyMap<string, string>
  /** The labels for which a warning was already added that they are not types. */
  free: Set<string>
  /** The number of earlier tracks with this id. */
  seen: Map<string, number>
}

/** Returns whether the item is a track without a fault. */
const isWhole = (item: ToolItem): item is ToolTrack => item.fault === null

async function stagedOf(
  item: ToolItem,
  videoId: string,
  target: Target,
  { common, of }: ReadOptions,
  budget: Budget,
): Promise<{ staged: StagedLine; notes: Note[] }> {
  const turn = new Turn(budget)
  if (turn.isOver()) await turn.pause()
  const refused = (line: number, { type, message }: ToolFault) => stageFault(line, type, message)
  if (!isWhole(item)) return refused(item.line, item.fault)
  const { line, source } = item
  const { userId, personaId } = target
  const label = target.labels.get(item.label) ?? item.label
  turn.end()
  const frames = await sequenceOf(item, budget)
  const pieces = await sequenceJson(frames, budget)
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (bytes > mostOfLine) {
    const message = `Not imported: the track ${JSON.stringify(label.slice(0, 100))} has more boxes than one annotation takes (31 MiB)`
    return refused(line, { type: 'validation', message })
  }
  const typeId = target.types.get(label) ?? (target.ids.has(label) ? label : undefined)
  // Without a type the label is free text, unless the options specify what to do about missing types.
  const isFree = typeId === undefined && personaId !== null && of['annotation-only'].missing === 'skip'
  const notes: Note[] = []
  if (isFree && (common.strict || !target.free.has(label))) {
    const message = `The persona has no type ${JSON.stringify(label.slice(0, 100))}: the label is kept as free text`
    notes.push({ line, severity: 'warning', type: 'unknown_label', message })
    target.free.add(label)
  }
  const data = {
    id: await idOf(
      [JSON.stringify([userId, videoId, personaId, label]).replace(/\]$/, ','), ...pieces, ']'],
      target,
      budget,
    ),
    videoId,
    personaId,
    annotationType: 'type',
    typeAssignment: { typeId: typeId ?? label },
    confidence: 1,
    number: item.number,
    source: (source ?? 'import').slice(0, 50) || 'import',
  }
  if (bytes <= largeLine) {
    const whole = { ...data, boundingBoxSequence: frames }
    const parsed = { kind: 'annotation', data: whole, unresolved: isFree, unstorable: null, inexact: [] } as const
    const stageTurn = new Turn(budget)
    const staged = stageLine(line, parsed, common)
    stageTurn.end()
    return { ...staged, notes: [...notes, ...staged.notes] }
  }
  const head = JSON.stringify({ type: 'annotation', unresolved: isFree, data }).replace(
    /\}\}$/,
    ',"boundingBoxSequence":',
  )
  const text = Buffer.concat([head, ...pieces, '}}'].map((piece) => Buffer.from(piece)))
  const staged = await stageLargeLine(line, text, common)
  if (!staged) throw new Error('a line of a track cannot be blank')
  return { ...staged, notes: [...notes, ...staged.notes] }
}

/**
 * Returns the id of a track. It is derived from the user, the video and the whole content of the track, so that a file
 * that is imported twice meets its own annotations; identical tracks also get a number.
 */
async function idOf(content: readonly string[], { seen }: Target, clock: Clock): Promise<string> {
  const first = await hashedId(content, clock)
  const count = (seen.get(first) ?? 0) + 1
  seen.set(first, count)
  return count === 1 ? first : hashedId([`${count} `, ...content], clock)
}

/** The namespace of the ids of tracks of other tools. */
const namespace = '6f4a1c0e-8f5b-4f0e-9d53-0b6f6f1c9a27'

/** Returns the version 5 UUID of a text that is given in pieces. */
async function hashedId(pieces: readonly string[], clock: Clock): Promise<string> {
  const hash = createHash('sha1').update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
  await inTurns(clock, pieces.length, (i) => void hash.update(pieces[i]!), 16)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return stringify(bytes)
}

async function targetOf(ctx: Context, { target }: ReadOptions, sources: ToolSources): Promise<Target> {
  const abilities = await abilitiesOf(ctx)
  const { userId } = requireActor(ctx)
  const mayRead = visibleVideo(abilities, 'v')
  const { videoId, personaId, labels } = target
  if (videoId !== null && (await selectVideoId(ctx.db, { id: videoId }, mayRead)) === null)
    throw refusal('options.target.videoId: there is no such video')
  const names = personaId && (await selectTypeNames(ctx.db, personaId, visible(abilities, 'persona', 'p')))
  if (personaId !== null && !names) throw refusal('options.target.personaId: there is no such persona')
  const types = new Map([...(names || [])].reverse().map(({ name, id }) => [name, id]))
  const idsByName = new Map<string, string>()
  return {
    userId,
    personaId,
    seen: new Map(),
    types,
    ids: new Set(types.values()),
    labels,
    free: new Set(),
    videoOf: async (taskId) => {
      if (videoId !== null) return videoId
      const filename = sources.get(taskId ?? '') ?? sources.get('')
      if (filename === undefined)
        throw refusal('The file does not say of which video it is; options.target.videoId may name one')
      const id = idsByName.get(filename) ?? (await selectVideoId(ctx.db, { filename }, mayRead))
      if (id === null)
        throw refusal(
          `The file is of the video ${JSON.stringify(filename.slice(0, 200))}, of which there is none with this ` +
            'file name here; options.target.videoId may name another one',
        )
      idsByName.set(filename, id)
      return id
    },
  }
}
