import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Abilities } from '../../access/abilities.js'
import { visibleInvitation } from '../../access/invitation-rules.js'
import { kinds, sharedBy } from '../../access/kinds.js'
import { among } from '../../access/measure.js'
import { visibleGroup, visibleProject, visibleVideo } from '../../access/place-rules.js'
import { lasting, sharedTo, visible } from '../../access/rules.js'
import { contentTypes, reviewedTypes, sharedTypes, type ContentType, type SharedType } from '../../access/vocabulary.js'
import { horizon } from '../../database/changes/position.js'
import type { Database } from '../../database/driver/client.js'
import { kindNamed } from '../../kinds.js'
import { changedColumns, selectEntries, settled } from '../log/entries.sql.js'

/** A place in the list, which is sorted by time; `at` is in milliseconds since 1970. */
export interface NoticeKey {
  at: number
  tx: number
  seq: number
}

/** An entry of the log about content of the user, or a share with the user. */
export interface NoticeRow {
  tx: number
  seq: number
  at: string
  ms: number
  kind: string
  thing: string
  operation: 'insert' | 'update' | 'delete'
  actorId: string | null
  username: string | null
  displayName: string | null
  /** Whether the thing belonged or was assigned to another user before. */
  isHandedOver: boolean
  /** Names of the columns that an update changed. */
  members: string[]
  /** The state that a review has set, if later entries of the log hold it; otherwise it is in the row. */
  reviewState: string | null
  hasNote: boolean
  reviewNote: string | null
  /** These are set for a deleted thing. */
  name: string | null
  videoId: string | null
  personaId: string | null
}

const reviewed = sql.lit(`{${reviewedTypes.join(',')}}`)
/** The longest name, in characters. */
const longest = 200

/**
 * Reads entries about acts of other users on content of the user, and the shares with the user, newest first: at most
 * `limit`, through an index that has no other entries. Reads only entries that no later entry can precede.
 */
export async function selectNotices(
  db: Database,
  abilities: Abilities,
  since: Date,
  before: NoticeKey | null,
  limit: number,
): Promise<NoticeRow[]> {
  const { userId, groupIds } = abilities
  const until = before ? sql`to_timestamp(${before.at}::float8 / 1000)::timestamptz(3)` : sql`'infinity'::timestamptz`
  const earlier = (at: RawBuilder<unknown>, of: string) => {
    const [tx, seq] = [sql.ref(`${of}.tx`), sql.ref(`${of}.seq`)]
    const within = sql<SqlBool>`${at} <= ${until} and ${at} >= ${since} and ${settled(of)}`
    if (!before) return within
    return sql<SqlBool>`${within} and (${at}, ${tx}, ${seq}) < (${until}, ${before.tx}::int8, ${before.seq}::int8)`
  }
  const sharesWith = (recipient: RawBuilder<unknown>) => sql`
    select sh.* from unnest(${sharedTypes}::text[]) t(type) cross join lateral (
      select sh.id, sh.created_at, sh.shared_by_user_id, l.tx, l.seq from resource_shares sh cross join lateral (
           select c.tx, c.seq from changes c
            where c.thing = sh.id and c.part is null and c.kind = 'share' and c.operation = 'insert'
              and c.at between sh.created_at - interval '1 hour' and sh.created_at + interval '1 hour' limit 1) l
       where ${recipient} and sh.resource_type = t.type and ${sharedTo(abilities, 'sh')} and ${lasting('sh')}
         and sh.shared_by_user_id <> ${userId} and ${earlier(sql`sh.created_at`, 'l')}
       order by sh.created_at desc, l.tx desc, l.seq desc limit ${limit}) sh`
  const { rows } = await sql<NoticeRow>`
    with found as materialized (
      (${selectEntries({
        columns: sql`c.tx, c.seq, c.at, c.kind, c.thing, c.operation, c.actor_id, c.former_owner_id, c.before`,
        where: sql`c.owner_id = ${userId} and c.owner_id is distinct from c.actor_id and ${earlier(sql`c.at`, 'c')}`,
        orderBy: sql`c.at desc, c.tx desc, c.seq desc`,
        limit,
      })})
      union all
      (select sh.tx, sh.seq, sh.created_at, 'share', sh.id, 'insert', sh.shared_by_user_id, null, null
         from (${sharesWith(sql`sh.shared_with_user_id = ${userId}`)}
               union all select g.* from unnest(${groupIds}::uuid[]) m(id) cross join lateral (
                 ${sharesWith(sql`sh.shared_with_group_id = m.id`)}) g) sh
        order by sh.created_at desc, sh.tx desc, sh.seq desc limit ${limit})
      order by at desc, tx desc, seq desc limit ${limit})
    select f.tx, f.seq, f.at, (extract(epoch from f.at) * 1000)::int8 as ms, f.kind, f.thing, f.operation, f.actor_id,
           u.username, u.display_name, f.former_owner_id is not null as is_handed_over,
           ${changedColumns('f')} as members,
           r.state as review_state, coalesce(r.has_note, false) as has_note, r.note as review_note,
           left(coalesce(d.text, d.name), ${longest}) as name, d.video_id, d.persona_id
      from found f
      left join users u on u.id = f.actor_id
      left join lateral json_to_record(case when f.operation = 'delete' then f.before end)
        as d(text text, name text, video_id text, persona_id uuid) on f.operation = 'delete'
      -- What a review set is what the next entries about the thing say that it was before them. They come in the order of
      -- the index, and are not sorted before the limit: PostgreSQL would read all that was ever done to the thing.
      left join lateral (
        select (array_agg(n.state order by n.tx, n.seq) filter (where n.state is not null))[1] as state,
               bool_or(n.has_note) as has_note,
               (array_agg(n.note order by n.tx, n.seq) filter (where n.has_note))[1] as note
          from (select c.tx, c.seq, c.before ->> 'review_state' as state,
                       c.before -> 'review_note' is not null as has_note, c.before ->> 'review_note' as note
                  from changes c
                 where c.thing = f.thing and c.part is null and (c.tx, c.seq) > (f.tx, f.seq) and c.at >= f.at - interval '1 day'
                   and c.kind = f.kind and c.operation = 'update'
                 limit 8) n
      ) r on f.operation = 'update' and f.kind = any(${reviewed}::text[]) and f.before -> 'reviewed_at' is not null
         and f.before -> 'version' is null
     order by f.at desc, f.tx desc, f.seq desc`.execute(db)
  return rows
}

/** The fields of a thing that notifications show. */
export interface Subject {
  of: string
  id: string
  kind: string
  thing: string
  name: string | null
  videoId: string | null
  videoName: string | null
  personaId: string | null
  projectId: string | null
  projectName: string | null
  reviewState: string | null
  reviewNote: string | null
}

type Part = RawBuilder<unknown>

/**
 * Reads the things that entries are about, by the kind of the entries, as far as the user may read them, in one
 * statement with one search by primary keys for each kind.
 */
export async function selectSubjects(
  db: Database,
  abilities: Abilities,
  idsOf: ReadonlyMap<string, readonly string[]>,
): Promise<Subject[]> {
  const nothing = sql`null::text`
  const row = (
    of: string,
    parts: Partial<Record<'thing' | 'name' | 'video' | 'persona' | 'project', Part>>,
    kind: Part,
  ) =>
    sql`select ${sql.lit(of)} as of, x.id, ${kind} as kind, (${parts.thing ?? sql`x.id`})::text as thing,
      ${parts.name ?? nothing} as name, ${parts.video ?? nothing} as video_id, ${parts.persona ?? sql`null::uuid`} as persona_id,
      ${parts.project ?? sql`null::uuid`} as project_id`
  const noReview = sql`${nothing} as review_state, ${nothing} as review_note`
  const ids = (kind: string) => sql`x.id = any(${idsOf.get(kind) ?? []}::uuid[])`
  const kindOf = (name: string) => sql`${sql.lit(name)}::text`
  const parts: Record<string, () => Part> = {
    ...Object.fromEntries(
      contentTypes.map((kind) => [
        kind,
        () => sql`select ${sql.lit(kind)} as of, x.id, ${contentColumns(kind)},
            ${reviewedTypes.includes(kind) ? sql`x.review_state::text as review_state, x.review_note` : noReview}
          from ${contentRows(kind)} where ${ids(kind)} and ${among(visible(abilities, kind, 'x'))}`,
      ]),
    ),
    video_assignment: () => sql`${row(
      'video_assignment',
      { thing: sql`v.id`, name: sql`v.filename`, video: sql`v.id`, project: sql`x.project_id` },
      kindOf('video'),
    )}, ${noReview} from project_video_assignments x join videos v on v.id = x.video_id
      where ${ids('video_assignment')} and x.assigned_user_id = ${abilities.userId} and ${among(visibleVideo(abilities, 'v'))}`,
    project_membership: () => sql`${row(
      'project_membership',
      { thing: sql`x.project_id`, project: sql`x.project_id` },
      kindOf('project'),
    )}, ${noReview} from project_memberships x
      where ${ids('project_membership')} and ${among(visibleProject(abilities, 'x', 'project_id'))}`,
    group_membership:
      () => sql`${row('group_membership', { thing: sql`g.id`, name: sql`g.name` }, kindOf('group'))}, ${noReview}
      from group_memberships x join user_groups g on g.id = x.group_id
      where ${ids('group_membership')} and ${among(visibleGroup(abilities, 'g'))}`,
    project_invitation: () => sql`${row(
      'project_invitation',
      { thing: sql`x.project_id`, name: sql`j.name`, project: sql`x.project_id` },
      kindOf('project'),
    )}, ${noReview} from project_invitations x join projects j on j.id = x.project_id
      where ${ids('project_invitation')} and ${visibleInvitation(abilities, 'x')}`,
    share:
      () => sql`select 'share' as of, sh.id, t.kind, t.thing, t.name, t.video_id, t.persona_id, t.project_id, ${noReview}
      from resource_shares sh cross join lateral (${sql.join(
        sharedTypes.map((kind) => sharedOf(abilities, kind)),
        sql` union all `,
      )}) t
      where sh.id = any(${idsOf.get('share') ?? []}::uuid[])`,
  }
  const wanted = [...idsOf.keys()].flatMap((kind) => parts[kind]?.() ?? [])
  if (wanted.length === 0) return []
  const { rows } = await sql<Subject>`
    select x.of, x.id, x.kind, x.thing, left(coalesce(x.name, case x.kind when 'project' then j.name end), ${longest}) as name,
           x.video_id, v.filename as video_name, x.persona_id, x.project_id, j.name as project_name, x.review_state, x.review_note
      from (${sql.join(wanted, sql` union all `)}) x
      left join videos v on v.id = x.video_id and ${visibleVideo(abilities, 'v')}
      left join projects j on j.id = x.project_id and ${visibleProject(abilities, 'j')}`.execute(db)
  return rows
}

/** Returns the columns that notifications show of content of a kind, over its row x. */
function contentColumns(kind: ContentType): Part {
  const { name = 'null', video = 'null', persona = 'null' } = kindNamed(kind)?.notice ?? {}
  return sql`${sql.lit(kind)}::text as kind, x.id::text as thing, ${sql.raw(name)}::text as name, ${sql.raw(video)}::text as video_id,
    ${sql.raw(persona)}::uuid as persona_id, x.project_id`
}

const contentRows = (kind: ContentType): Part =>
  sql`${sql.table(kinds[kind].table)} x ${sql.raw(kindNamed(kind)?.notice?.join ?? '')}`

/** The thing of a share sh, if it is of this kind and the user may read it. */
const sharedOf = (abilities: Abilities, kind: SharedType): Part =>
  sql`select ${contentColumns(kind)} from ${contentRows(kind)}
    where x.id = ${sql.ref(`sh.${sharedBy[kind]}`)} and ${among(visible(abilities, kind, 'x'))}`

/**
 * Selects the transaction up to which the user has seen everything, and the transaction up to which the log is
 * complete.
 */
export async function selectSeen(db: Database, userId: string): Promise<{ log: string; tx: number; seen: number }> {
  const { rows } = await sql<{ log: string; tx: number; seen: number }>`
    select change_log() as log, ${horizon} as tx,
           coalesce((select n.tx from notifications_seen n where n.user_id = ${userId}), 0) as seen`.execute(db)
  return rows[0]!
}

/**
 * Marks everything before a transaction as seen, up to the transaction before which the log is complete; never moves
 * the mark back.
 */
export async function updateSeen(db: Database, userId: string, tx: number, now: Date): Promise<void> {
  await sql`insert into notifications_seen (user_id, tx, seen_at)
      select ${userId}::uuid, least(${tx}::int8, ${horizon}), ${now}
    on conflict (user_id) do update set tx = greatest(notifications_seen.tx, excluded.tx), seen_at = excluded.seen_at`.execute(
    db,
  )
}
