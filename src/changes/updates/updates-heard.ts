import type { Abilities } from '../../access/abilities.js'
import { readExtent } from '../../access/extent.js'
import { contentOf } from '../log/logged-kinds.js'
import type { SharedThing, UpdateGroup } from './updates.sql.js'
import type { Update } from './updates.shape.js'

// Decides which changes a user is told: those of things that the user may read, and never the id of another thing.

/** Kinds of changes that may change the access rights, or end the session, of a user whom they concern. */
const ofRights = [
  ...['group', 'group_membership', 'project', 'project_membership', 'share', 'user'],
  ...['session', 'api_token'],
]

/** Returns a function that says what a change is for the user: an update, a change of rights, or nothing. */
export function hearing(
  abilities: Abilities,
  shared: readonly SharedThing[],
): (group: UpdateGroup) => Update | 'rights' | null {
  const { userId, groupIds, projectIds, isAdmin } = abilities
  const things = new Set(shared.map(({ thing }) => thing))
  const summaries = new Set(shared.flatMap(({ summary }) => summary ?? []))
  const sharers = new Set(shared.map(({ owner }) => owner))
  const isMe = (id: string | null | undefined) => id != null && (id === userId || groupIds.includes(id))
  return (group) => {
    const { kind, owner, project, formerOwner, formerProject, concerned, video } = group
    const update = { kind, ids: group.things, videoId: video, actorId: group.actor, requestId: group.request }
    const withoutIds = { ...update, ids: null }
    const isMine = owner === userId || formerOwner === userId
    if (kind === 'permission') return 'rights'
    if (ofRights.includes(kind) && (isMine || concerned?.some(isMe) || group.things?.some(isMe))) return 'rights'
    if (isMine || isMe(group.summaryOwner)) return update
    const places = [project, formerProject].filter((id) => id !== null)
    const content = contentOf(kind)
    if (content) {
      if (places.some((id) => readExtent(abilities, content, id) === 'all')) return update
      const isShared = group.things?.some((id) => things.has(id)) ?? (owner !== null && sharers.has(owner))
      const isBelow = group.summary !== null && (summaries.has(group.summary) || things.has(group.summary))
      return isShared || isBelow ? withoutIds : null
    }
    return isAdmin || places.some((id) => projectIds.includes(id)) ? update : null
  }
}
