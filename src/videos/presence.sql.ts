import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Viewer } from './presence.shape.js'
import { presentSeconds } from './presence.shape.js'

/** A page of a user that shows a video, and the projects through which others may see the user there. */
export interface OpenPage {
  userId: string
  page: string
  videoId: string
  projectIds: readonly string[]
}

/** The projects among those of the user that hold the video. */
const shared = ({ videoId, projectIds }: OpenPage) => sql`select coalesce(array_agg(a.project_id), '{}') as ids
  from project_video_assignments a where a.video_id = ${videoId} and a.project_id = any(${projectIds}::uuid[])`

/**
 * Stores what a page shows and returns the other users at the video who share a project with the user that holds it,
 * each once, the one who was heard of last first. Rows of pages that are gone are deleted.
 */
export async function upsertPresence(db: Database, open: OpenPage, frame: number): Promise<Viewer[]> {
  const { userId, page, videoId } = open
  const { rows } = await sql<Viewer>`
    with old as (
      -- Other requests may delete the same rows: none waits for another.
      delete from presence where ctid in (select ctid from presence where seen_at < now() - make_interval(secs => ${presentSeconds})
        and (user_id, page) <> (${userId}::uuid, ${page}) limit 100 for update skip locked)),
    mine as (${shared(open)}),
    put as (
      insert into presence (user_id, page, video_id, frame, projects)
      select ${userId}, ${page}, ${videoId}, ${frame}, mine.ids from mine
      on conflict (user_id, page) do update
        set video_id = excluded.video_id, frame = excluded.frame, projects = excluded.projects, seen_at = now())
    select v."userId", u.display_name as "displayName", v.frame, v."seenAt"
      from (
        select distinct on (p.user_id) p.user_id as "userId", p.frame, p.seen_at as "seenAt"
          from presence p, mine
         where p.video_id = ${videoId} and p.user_id <> ${userId} and p.projects && mine.ids
           and p.seen_at > now() - make_interval(secs => ${presentSeconds})
         order by p.user_id, p.seen_at desc
      ) v join users u on u.id = v."userId"
     order by v."seenAt" desc limit 50`.execute(db)
  return rows
}

/** Deletes the row of a page that is left. */
export async function deletePresence(db: Database, { userId, page }: Pick<OpenPage, 'userId' | 'page'>): Promise<void> {
  await sql`delete from presence where user_id = ${userId} and page = ${page}`.execute(db)
}
