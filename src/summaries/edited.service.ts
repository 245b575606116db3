import type { Context } from '../context.js'
import type { Condition } from '../database/rows/conditions.js'
import { AppError } from '../lib/errors.js'
import { selectEdited, updateModelDigests, type Digests, type WrittenField } from './edited.sql.js'

/** The fields that summarization writes and people may edit. */
export const summarized = [
  'summary',
  'visualAnalysis',
  'audioTranscript',
  'keyFrames',
  'confidence',
  'transcriptJson',
  'evidence',
  'audioLanguage',
  'speakerCount',
] as const satisfies readonly WrittenField[]

const editedByPerson = (fields: readonly string[]) => {
  const message = `A person has written ${fields.join(', ')} of this summary; onEdited "replace" lets a model replace it`
  return new AppError('CONFLICT', message, { extra: { editedFields: fields } })
}

/**
 * Returns what a job may replace of the texts that people have written in the summary so far: nothing, or with
 * "replace" all of it. Throws CONFLICT naming the fields if there are such texts and replacement is not requested.
 * `where` is a condition on the alias s.
 */
export async function replaceable(
  ctx: Context,
  where: Condition,
  fields: readonly WrittenField[],
  onEdited: string | null | undefined,
): Promise<{ replaces?: Digests }> {
  const edited = await selectEdited(ctx.db, where, fields, {})
  if (!Object.keys(edited).length) return {}
  if (onEdited !== 'replace') throw editedByPerson(Object.keys(edited))
  return { replaces: edited }
}

/** Throws CONFLICT if the fields contain text that a person wrote, except text that may be replaced. */
export async function refuseEdited(
  ctx: Context,
  where: Condition,
  replaces: Digests = {},
  fields: readonly WrittenField[] = summarized,
): Promise<void> {
  const edited = Object.keys(await selectEdited(ctx.db, where, fields, replaces))
  if (edited.length) throw editedByPerson(edited)
}

/** Records that a model has just written the fields of a summary. */
export const noteModelWrote = (ctx: Context, id: string, fields: readonly WrittenField[]): Promise<void> =>
  updateModelDigests(ctx.db, id, fields)
