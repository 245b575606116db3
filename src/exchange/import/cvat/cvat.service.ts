import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { v5 } from 'uuid'
import { abilitiesOf } from '../../../access/abilities.js'
import { requireActor } from '../../../access/actor.js'
import { visibleVideo } from '../../../access/place-rules.js'
import { visible } from '../../../access/rules.js'
import type { Context } from '../../../context.js'
import type { Budget } from '../../../lib/fairness/budget.js'
import { AppError } from '../../../lib/errors.js'
import { Turn } from '../../../lib/fairness/turns.js'
import type { ReadOptions } from '../options.js'
import { stageFault, stageLine } from '../stage/line-stage.js'
import { linesOfFile, type Staged } from '../stage/stage.service.js'
import { selectTypeNames, selectVideoId } from './cvat.sql.js'
import { CvatReader, type CvatItem, type CvatSources, type CvatTrack } from './read-cvat.js'
import { sequenceOf } from './track-line.js'

interface SpooledFile {
  path: string
  options: ReadOptions
}

/** The lines of a file in any format that an import takes. */
export async function stagedLines(ctx: Context, file: SpooledFile, budget: Budget): Promise<AsyncIterable<Staged[]>> {
  const isCvat = file.options.format === null ? await beginsAsXml(file.path) : file.options.format === 'cvat'
  return isCvat ? linesOfCvat(ctx, file, budget) : linesOfFile(file.path, file.options.common, budget)
}

/** Whether the first character, besides blanks and a byte order mark, is `<`: no line of the server's own begins so. */
async function beginsAsXml(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return /^\ufeff?\s*</.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

const bytesInTurn = 64 * 1024

/**
 * Yields a line for each track of a file of CVAT for video 1.1, and for each thing in it that annotations cannot hold,
 * which is skipped with a warning. Throws PARSE_ERROR for what is no such file, and VALIDATION_ERROR where the video or
 * the persona is not known.
 */
async function* linesOfCvat(ctx: Context, { path, options }: SpooledFile, budget: Budget): AsyncGenerator<Staged[]> {
  const reader = new CvatReader()
  const target = await targetOf(ctx, options, reader.sources)
  for await (const chunk of createReadStream(path, { highWaterMark: bytesInTurn })) {
    let turn = new Turn(budget)
    const items = reader.read(chunk as Buffer)
    turn.end()
    budget.makeObjects(items.length)
    const lines: Staged[] = []
    for (const item of items) {
      const videoId = isWhole(item) ? await target.videoOf(item.taskId) : ''
      turn = new Turn(budget)
      lines.push({ ...stagedOf(item, videoId, target, options), bytes: (chunk as Buffer).length / items.length })
      turn.end()
    }
    yield lines
    await nextTurn()
  }
  for (const item of reader.end()) throw new Error(`an item ends behind the end of the file, at line ${item.line}`)
}

interface Target {
  userId: string
  personaId: string | null
  /** The id of the video that the tracks of a task are on. */
  videoOf(taskId: string | null): Promise<string>
  /** The id of the type with this name; the name itself if there is none. */
  typeOf(name: string): string
  /** How many tracks with this id came before. */
  seen: Map<string, number>
}

/** A track of which everything has a place here. */
const isWhole = (item: CvatItem): item is CvatTrack & { unsupported: null } => item.unsupported === null

function stagedOf(item: CvatItem, videoId: string, target: Target, { common }: ReadOptions) {
  if (!isWhole(item)) {
    const of = item.label === undefined ? '' : `the track ${JSON.stringify(item.label.slice(0, 100))} has `
    return stageFault(
      item.line,
      'unsupported_shape',
      `Not imported: ${of}${item.unsupported}; only upright boxes are taken`,
    )
  }
  const data = annotationOf(item, videoId, target)
  return stageLine(item.line, { kind: 'annotation', data, unresolved: false, unstorable: null }, common)
}

/**
 * The line of a track. Its id follows from the user, the video and all that the track is, so that a file that is
 * imported twice meets its own annotations; tracks that are the same in all have a number too.
 */
function annotationOf(track: CvatTrack, videoId: string, { userId, personaId, typeOf, seen }: Target) {
  const frames = sequenceOf(track)
  const content = JSON.stringify([userId, videoId, personaId, track.label, frames])
  const first = v5(content, namespace)
  const count = (seen.get(first) ?? 0) + 1
  seen.set(first, count)
  return {
    id: count === 1 ? first : v5(`${count} ${content}`, namespace),
    videoId,
    personaId,
    annotationType: 'type',
    typeAssignment: { typeId: typeOf(track.label) },
    boundingBoxSequence: frames,
    confidence: 1,
    source: (track.source ?? 'import').slice(0, 50) || 'import',
  }
}

/** The namespace of the ids of tracks of CVAT. */
const namespace = '6f4a1c0e-8f5b-4f0e-9d53-0b6f6f1c9a27'

const refusal = (message: string) =>
  new AppError('VALIDATION_ERROR', message, { extra: { error: 'Bad Request', message } })

async function targetOf(ctx: Context, { cvat }: ReadOptions, sources: CvatSources): Promise<Target> {
  const abilities = await abilitiesOf(ctx)
  const { userId } = requireActor(ctx)
  const mayRead = visibleVideo(abilities, 'v')
  const { videoId, personaId } = cvat
  if (videoId !== null && (await selectVideoId(ctx.db, { id: videoId }, mayRead)) === null)
    throw refusal('options.cvat.videoId: there is no such video')
  const names = personaId && (await selectTypeNames(ctx.db, personaId, visible(abilities, 'persona', 'p')))
  if (personaId !== null && !names) throw refusal('options.cvat.personaId: there is no such persona')
  const types = new Map([...(names || [])].reverse().map(({ name, id }) => [name, id]))
  const found = new Map<string, string>()
  return {
    userId,
    personaId,
    seen: new Map(),
    typeOf: (name) => types.get(name) ?? name,
    videoOf: async (taskId) => {
      if (videoId !== null) return videoId
      const filename = sources.get(taskId ?? '') ?? sources.get('')
      if (filename === undefined)
        throw refusal('The file does not say of which video it is; options.cvat.videoId may name one')
      const known = found.get(filename) ?? (await selectVideoId(ctx.db, { filename }, mayRead))
      if (known === null)
        throw refusal(
          `The file is of the video ${JSON.stringify(filename.slice(0, 200))}, of which there is none with this ` +
            'file name here; options.cvat.videoId may name another one',
        )
      found.set(filename, known)
      return known
    },
  }
}
