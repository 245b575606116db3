import type { Abilities } from '../../access/abilities.js'
import type { ExportRows } from '../../exchange/export/export-rows.sql.js'
import type { ExportScope } from '../../exchange/export/scope.service.js'
import type { Call } from './feed-watch.js'
import { typeKinds, type EntriesOf, type FeedEntry, type NewChange } from './feed.sql.js'
import { contentOf } from '../log/logged-kinds.js'

// Decides which entries of the log concern a follower.

/** The ids of rows of other users that are in the export because rows of the caller refer to them. */
function borrowedIn({ own }: ExportRows): string[] {
  const { personas = [], summaries = [], claims = [] } = own?.borrowed ?? {}
  return [...personas, ...summaries, ...claims]
}

/** Returns whose entries have to be read. */
export function entriesOf(userId: string, scope: ExportScope, rows: ExportRows): EntriesOf {
  if (scope.of === 'all') return { of: 'all' }
  if (scope.of === 'project') return { of: 'project', projectId: scope.projectId }
  return { of: 'own', userId, worldId: rows.own?.worldId ?? null, borrowed: borrowedIn(rows) }
}

/**
 * Whether the row of an entry is, or was, in the export of the scope: only then may a follower be told that the row is
 * gone. Also true of a few rows that never were in the export.
 */
export function concerns(userId: string, scope: ExportScope, rows: ExportRows): (entry: FeedEntry) => boolean {
  if (scope.of === 'all') return () => true
  const isMine = ({ owner, formerOwner }: FeedEntry) => owner === userId || formerOwner === userId
  if (scope.of === 'project') {
    const { projectId, extents } = scope
    return (entry) => {
      const content = contentOf(entry.kind)
      const extent = content ? extents[content] : 'none'
      const isThere = entry.project === projectId || entry.formerProject === projectId
      return isThere && (extent === 'all' || (extent === 'own' && isMine(entry)))
    }
  }
  const borrowed = new Set(borrowedIn(rows))
  const worldId = rows.own?.worldId
  return (entry) => {
    const isOfWorld = contentOf(entry.kind) === 'world_state'
    return isOfWorld ? entry.thing === worldId : isMine(entry) || borrowed.has(entry.thing)
  }
}

/** Kinds of changes by which a request may have lost its sign-in. */
const ofSignIn = ['session', 'api_token']

/**
 * Returns what a follower with these abilities does about a change. A change wakes only the followers whose rights or
 * rows it changes; a change of the permission table may change the rights of every user.
 */
export function hearing(
  abilities: Abilities,
  scope: ExportScope,
  rows: ExportRows,
): (change: NewChange) => Call | null {
  const { userId, groupIds, projectIds } = abilities
  const borrowed = new Set([...borrowedIn(rows), ...(rows.own?.borrowed.unreadable ?? [])])
  const isMe = (id: string | null) => id !== null && (id === userId || groupIds.includes(id))
  return ({ kind, thing, owner, project, formerOwner, formerProject, concerned, renamed }) => {
    if (ofSignIn.includes(kind)) return owner === userId ? 'again' : null
    if (kind === 'user') return thing === userId ? 'again' : renamed && rows.authors ? 'look' : null
    if (kind.endsWith('_membership')) return owner === userId ? 'rights' : null
    if (kind === 'share') return concerned?.some(isMe) ? 'rights' : null
    if (kind === 'permission') return scope.of === 'all' ? null : 'rights'
    if (kind === 'group') return isMe(thing) ? 'rights' : null
    if (kind === 'project') {
      const isMine = [owner, formerOwner, ...(concerned ?? [])].some(isMe)
      const isNear = thing !== null && (projectIds.includes(thing) || (scope.of !== 'all' && scope.projectId === thing))
      return isMine || isNear ? 'rights' : null
    }
    // Parts of sequences change with their annotation.
    if (kind === 'sequence_part' || (kind !== 'claim' && !contentOf(kind))) return null
    if (scope.of === 'all') return 'look'
    // The entry of a row that was deleted by a cascade may have neither owner nor project.
    if (owner === null && project === null) return 'look'
    if (scope.of === 'project') {
      const isThere = project === scope.projectId || formerProject === scope.projectId
      return isThere || typeKinds.includes(kind) ? 'look' : null
    }
    const isMine = owner === userId || formerOwner === userId || (thing !== null && borrowed.has(thing))
    // The line of a summary has the time of its newest claim, whose author may be another user.
    const isBelow = concerned?.some((id) => id !== null && (id === userId || borrowed.has(id)))
    return isMine || isBelow ? 'look' : null
  }
}
