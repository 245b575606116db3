import { ifExists, isGone, kind } from '../database/rows/kind.js'
import { summaryExists } from '../lib/constraints.js'
import { conflict } from '../lib/errors.js'

/** The plain text of a deleted summary, which is stored as text or as a list of pieces of rich text. */
const plainText = `case json_typeof((c.before -> 'summary')) when 'string' then (c.before -> 'summary') #>> '{}'
  when 'array' then (select string_agg(i.item ->> 'content', '') from json_array_elements((c.before -> 'summary')) i(item)) end`

export const summaryKind = kind('videoSummaries', {
  name: 'summary',
  noun: 'Summary',
  type: 'Summary',
  content: 'summary',
  owner: 'createdBy',
  project: 'projectId',
  share: 'summaryId',
  log: { parent: 'it.persona_id', version: 'it.version', gone: isGone('personas', 'p', 'persona_id') },
  judged: ['confidence', 'comment'],
  notice: { video: 'x.video_id', persona: 'x.persona_id' },
  title: plainText,
  restore: { set: { projectId: ifExists('project_id', 'projects'), createdBy: ifExists('created_by', 'users') } },
  refusals: { video_summaries_pair_unique: () => conflict(summaryExists, 'personaId') },
})
