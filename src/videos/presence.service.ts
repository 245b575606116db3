import { abilitiesOf } from '../access/abilities.js'
import type { Context } from '../context.js'
import { parse } from '../lib/validate.js'
import { presenceBody, type Presence, type Viewer } from './presence.shape.js'
import { deletePresence, upsertPresence } from './presence.sql.js'
import { getVideo } from './video.service.js'

/**
 * Says that a page of the caller shows a frame of a video, or was left, and returns who else looks at the video: users
 * who share a project with the caller that holds it. Throws NOT_FOUND for a video that the caller may not see.
 */
export async function setPresence(ctx: Context, videoId: string, input: Presence): Promise<Viewer[]> {
  const { page, frame } = parse(presenceBody, input)
  const { userId, projectIds } = await abilitiesOf(ctx)
  if (frame === null) {
    await deletePresence(ctx.db, { userId, page })
    return []
  }
  await getVideo(ctx, videoId)
  return upsertPresence(ctx.db, { userId, page, videoId, projectIds }, frame)
}
