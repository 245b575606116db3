import type pg from 'pg'

// A second account of what the log of changes has to say: all rows of the tables that it covers, before and after an
// act. What differs is compared with the entries of the act, and the rows before are made again from those after it.

/** The tables that the log covers: their keys, what entries call them, and the columns that it does not keep. */
const tables: Record<string, { kind?: string; key: string[]; secret?: string[]; derived?: string[]; only?: string }> = {
  personas: { key: ['id'] },
  ontologies: { key: ['id'] },
  ontology_types: { key: ['persona_id', 'kind', 'type_id'] },
  type_correspondences: { key: ['id'] },
  agreement_decisions: { key: ['id'] },
  world_states: { key: ['id'] },
  world_objects: { key: ['world_id', 'kind', 'object_id'], derived: ['updated_at'] },
  annotations: {
    key: ['id'],
    derived: [
      ...['has_boxes', 'box_count', 'keyframe_count', 'interpolated_count', 'first_frame', 'last_frame', 'frames_size'],
      ...['sequence_problems', 'frames_complete', 'track_id', 'video_sha256', 'stale'],
    ],
  },
  sequence_parts: { key: ['annotation_id', 'from_frame'], derived: ['tally'] },
  video_summaries: { key: ['id'] },
  claims: { key: ['id'], derived: ['summary_owner_id'] },
  claim_relations: { key: ['id'] },
  users: { key: ['id'], secret: ['password_hash'], derived: ['spelling'] },
  user_groups: { key: ['id'] },
  group_memberships: { key: ['id'] },
  projects: { key: ['id'] },
  project_memberships: { key: ['id'] },
  project_invitations: { key: ['id'] },
  project_video_assignments: { key: ['id'], derived: ['video_created_at'] },
  video_assignment_rules: { key: ['id'] },
  resource_shares: { key: ['id'], derived: ['resource_owner_id'] },
  role_permissions: { key: ['id'] },
  settings: { key: ['name'] },
  api_keys: { key: ['id'], secret: ['encrypted_key', 'encryption_key_id'] },
  api_tokens: { key: ['id'], secret: ['token_hash', 'token_tail'] },
  webhooks: {
    key: ['id'],
    secret: ['encrypted_secret', 'encryption_key_id', 'previous_secret', 'previous_key_id'],
    derived: [
      ...['tx', 'seq', 'failures', 'failing_since', 'retry_at', 'leased_by', 'leased_until', 'previous_until'],
      'updated_at',
    ],
  },
}

const kinds: Record<string, string> = {
  personas: 'persona',
  ontologies: 'ontology',
  type_correspondences: 'type_correspondence',
  agreement_decisions: 'agreement_decision',
  world_states: 'world_state',
  annotations: 'annotation',
  sequence_parts: 'sequence_part',
  video_summaries: 'summary',
  claims: 'claim',
  claim_relations: 'claim_relation',
  users: 'user',
  user_groups: 'group',
  group_memberships: 'group_membership',
  projects: 'project',
  project_memberships: 'project_membership',
  project_invitations: 'project_invitation',
  project_video_assignments: 'video_assignment',
  video_assignment_rules: 'assignment_rule',
  resource_shares: 'share',
  role_permissions: 'permission',
  settings: 'setting',
  api_keys: 'api_key',
  api_tokens: 'api_token',
  webhooks: 'webhook',
}

export const coveredTables = Object.keys(tables)

type Row = Record<string, string | null>
/** Rows by kind and key; every value is the text of its JSON. */
export type State = Map<string, Row>

/** The kind, the id and the part by which an entry names a row. */
function nameOf(table: string, row: Record<string, unknown>): string {
  const text = (column: string) => String(row[column])
  if (table === 'ontology_types') return `${text('kind')}_type ${text('persona_id')} ${text('type_id')}`
  if (table === 'world_objects') return `${text('kind')} ${text('world_id')} ${text('object_id')}`
  if (table === 'ontologies') return `ontology ${text('persona_id')} null`
  if (table === 'sequence_parts') return `sequence_part ${text('annotation_id')} ${text('from_frame')}`
  if (table === 'settings') return `setting null ${text('name')}`
  return `${kinds[table]} ${text('id')} null`
}

/** Reads all rows that the log covers. */
export async function readState(pool: pg.Pool): Promise<State> {
  const state: State = new Map()
  for (const table of coveredTables) {
    const { rows } = await pool.query<{ row: Record<string, unknown>; members: [string, string][] }>(
      `select row_to_json(t) as row, (select json_agg(json_build_array(e.key, e.value::text)) from json_each(row_to_json(t)) e) as members
         from ${table} t`,
    )
    for (const { row, members } of rows) state.set(nameOf(table, row), Object.fromEntries(members))
  }
  return state
}

const tableOf = (name: string): string => {
  const kind = name.split(' ')[0] ?? ''
  const table = coveredTables.find((one) => kinds[one] === kind)
  if (table) return table
  return kind.endsWith('_type') ? 'ontology_types' : 'world_objects'
}

const unsaid = (name: string): string[] => tables[tableOf(name)]?.derived ?? []
const secrets = (name: string): string[] => tables[tableOf(name)]?.secret ?? []

/** Every change between two states, as `operation kind id part`. */
export function differences(before: State, after: State): string[] {
  const found: string[] = []
  for (const [name, row] of after) {
    const old = before.get(name)
    if (!old) found.push(`insert ${name}`)
    else if (
      Object.keys(row).some(
        (column) => !unsaid(name).includes(column) && !generated(name, column) && row[column] !== old[column],
      )
    )
      found.push(`update ${name}`)
  }
  for (const name of before.keys()) if (!after.has(name)) found.push(`delete ${name}`)
  return found.sort()
}

/** Columns that PostgreSQL computes from the others. */
const generated = (name: string, column: string): boolean =>
  ({
    annotations: ['is_object'],
    users: ['is_admin'],
    resource_shares: ['resource_type', 'resource_id'],
    ontology_types: ['type_id', 'name'],
    world_objects: ['object_id', 'name'],
  })[tableOf(name)]?.includes(column) ?? false

export interface Entry {
  kind: string
  thing: string | null
  part: string | null
  operation: string
  before: string | null
  actorId: string | null
  via: string | null
  viaId: string | null
  requestId: string | null
}

/** Reads the entries of the tables that `readState` reads, from a number on, in their order. */
export async function readEntries(pool: pg.Pool, since: number): Promise<Entry[]> {
  const { rows } = await pool.query<Entry>(
    `select kind, thing, part, operation, before::text as before, actor_id as "actorId", via, via_id as "viaId",
            request_id as "requestId"
       from changes where seq > $1 and kind not in ('session', 'failed_sign_in', 'import', 'export') order by seq`,
    [since],
  )
  return rows
}

export const nameOfEntry = ({ kind, thing, part }: Entry): string => `${kind} ${thing} ${part}`

/** The members of a JSON object as texts. */
async function membersOf(pool: pg.Pool, json: string): Promise<[string, string][]> {
  const { rows } = await pool.query<{ key: string; value: string }>(
    'select key, value::text as value from json_each($1::json)',
    [json],
  )
  return rows.map(({ key, value }) => [key, value])
}

/** Makes the text before a change from the one after it: see `text_before` of the migration. */
function before(after: string, [head, tail, between]: [number, number, string]): string {
  const bytes = Buffer.from(after)
  return Buffer.concat([bytes.subarray(0, head), Buffer.from(between), bytes.subarray(bytes.length - tail)]).toString()
}

/** Takes the entries back one by one, the last first. */
export async function takeBack(pool: pg.Pool, after: State, entries: readonly Entry[]): Promise<State> {
  const state: State = new Map([...after].map(([name, row]) => [name, { ...row }]))
  for (const entry of entries.toReversed()) {
    const name = nameOfEntry(entry)
    if (entry.operation === 'insert') {
      state.delete(name)
      continue
    }
    const row: Row = state.get(name) ?? {}
    for (const [key, value] of await membersOf(pool, entry.before ?? '{}')) {
      if (!key.endsWith('~')) row[key] = value
      else {
        const column = key.slice(0, -1)
        const isText = row[column]?.startsWith('"') && columnsOfText.has(column)
        const text = isText ? (JSON.parse(row[column] ?? '') as string) : (row[column] ?? '')
        const old = before(text, JSON.parse(value) as [number, number, string])
        row[column] = isText ? JSON.stringify(old) : old
      }
    }
    state.set(name, row)
  }
  return state
}

/** Columns of type text; in the others a text is JSON. */
const columnsOfText = new Set([
  ...['name', 'role', 'information_need', 'details', 'label', 'text', 'comment', 'notes', 'description', 'boxes'],
  ...['visual_analysis', 'audio_transcript', 'original_text', 'frames_head', 'frames_tail'],
])

/** Rows without what the log does not keep. */
export function kept(state: State): Record<string, Row> {
  return Object.fromEntries(
    [...state]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, row]) => [
        name,
        Object.fromEntries(
          Object.entries(row)
            .filter(
              ([column]) =>
                !generated(name, column) && !unsaid(name).includes(column) && !secrets(name).includes(column),
            )
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([column, value]) => [column, spelled(value)]),
        ),
      ]),
  )
}

/** One spelling of a value, except for documents, whose text counts. */
const spelled = (value: string | null) => (value?.startsWith('"') ? (JSON.parse(value) as string) : value)
