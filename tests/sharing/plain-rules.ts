// A second implementation of who may read and share what, written from the rules alone (docs/rules.md: PM-09 to PM-12,
// PR-06, SH-01 to SH-09, C-01). It uses nothing of the server.

export type Kind = 'persona' | 'annotation' | 'summary' | 'claim' | 'world_state'
export type Level = 'read_only' | 'forkable'

export interface Thing {
  id: string
  kind: Kind
  owner: string
  project: string | null
  /** For claims: the id of the summary. */
  summary?: string
  /** For claims: the id of the parent claim. */
  above?: string
}

export interface Share {
  id: string
  thing: string
  by: string
  user: string | null
  group: string | null
  level: Level
  /** Minutes until it expires; null for a share without end. */
  left: number | null
  parent: string | null
}

export interface State {
  things: Map<string, Thing>
  /** The members of each group. */
  groups: Map<string, Set<string>>
  /** The role of each member in each project. */
  projects: Map<string, Map<string, string>>
  /** The owning group of each project that a group owns. */
  groupOf: Map<string, string>
  /** The system administrators. */
  admins: Set<string>
  shares: Share[]
}

const lasts = (share: Share) => share.left === null || share.left > 0
const endOf = (share: Share) => share.left ?? Infinity

function reaches(state: State, share: Share, person: string): boolean {
  if (!lasts(share)) return false
  return share.user === person || (share.group !== null && (state.groups.get(share.group)?.has(person) ?? false))
}

/** The valid shares of exactly this thing with the person or a group of theirs. */
const reaching = (state: State, person: string, thing: string) =>
  state.shares.filter((share) => share.thing === thing && reaches(state, share, person))

function roleOf(state: State, person: string, thing: Thing): string | undefined {
  if (thing.project === null) return undefined
  const own = state.projects.get(thing.project)?.get(person)
  if (own !== undefined) return own
  const group = state.groupOf.get(thing.project)
  return group !== undefined && state.groups.get(group)?.has(person) ? 'viewer' : undefined
}

export function reads(state: State, person: string, id: string): boolean {
  const thing = state.things.get(id)
  if (!thing) return false
  // In the default permission table, every role may read everything in its project.
  if (thing.owner === person || roleOf(state, person, thing)) return true
  // An administrator has access to every project, but outside of projects only like any other user.
  if (state.admins.has(person) && thing.project !== null) return true
  if (reaching(state, person, id).length) return true
  if (thing.summary !== undefined) {
    if (state.things.get(thing.summary)?.owner === person) return true
    if (reaching(state, person, thing.summary).length) return true
  }
  for (let above = thing.above; above !== undefined; above = state.things.get(above)?.above)
    if (reaching(state, person, above).length) return true
  return false
}

/** Tells whether the thing itself is shared with the person. */
export const isShared = (state: State, person: string, id: string): boolean => reaching(state, person, id).length > 0

/** Tells whether somebody may share by a right of their own (owner, manager, administrator), without a time limit. */
function sharesForGood(state: State, person: string, thing: Thing): boolean {
  if (state.admins.has(person)) return true
  return thing.owner === person || ['project_owner', 'project_manager'].includes(roleOf(state, person, thing) ?? '')
}

/** A share followed by the shares that it was passed on from, the nearest first. */
function chain(state: State, share: Share): Share[] {
  const found: Share[] = []
  for (let at: Share | undefined = share; at;) {
    found.push(at)
    const { parent }: Share = at
    at = state.shares.find((one) => one.id === parent)
  }
  return found
}

/**
 * The share that somebody passes on: of the forkable ones the one that lasts longest, leaving out those that come from
 * a share of their own.
 */
function source(state: State, person: string, thing: string): Share | undefined {
  const candidates = reaching(state, person, thing).filter(
    (share) => share.level === 'forkable' && !chain(state, share).some((one) => one.by === person),
  )
  return candidates.sort((a, b) => endOf(b) - endOf(a) || state.shares.indexOf(a) - state.shares.indexOf(b))[0]
}

/** How somebody may share a thing: by their own right, by passing on a share, or not at all (null). */
export function right(state: State, person: string, id: string): 'own' | 'passed on' | null {
  const thing = state.things.get(id)
  if (!thing) return null
  if (sharesForGood(state, person, thing)) return 'own'
  return source(state, person, id) ? 'passed on' : null
}

export interface Wish {
  thing: string
  user: string | null
  group: string | null
  level: Level
  left: number | null
}

/**
 * Returns the status of sharing and changes the state when it succeeds. `made` returns the id that the server chose.
 */
export function share(state: State, person: string, wish: Wish, made: () => string): number {
  const thing = state.things.get(wish.thing)
  if (!thing) return 404
  let { left } = wish
  let parent: string | null = null
  if (!sharesForGood(state, person, thing)) {
    const from = source(state, person, wish.thing)
    if (!from) return reads(state, person, wish.thing) ? 403 : 404
    parent = from.id
    if (from.left !== null) left = Math.min(left ?? Infinity, from.left)
  }
  const same = state.shares.find(
    (one) => one.thing === wish.thing && one.by === person && one.user === wish.user && one.group === wish.group,
  )
  if (!same) {
    state.shares.push({ id: made(), by: person, parent, ...wish, left })
    return 201
  }
  Object.assign(same, { level: wish.level, left, parent })
  // Shares that were passed on end no later than this one, and end at once when it can no longer be passed on.
  for (const one of state.shares.filter((other) => other !== same && chain(state, other).includes(same))) {
    if (wish.level === 'read_only') remove(state, one.id)
    else if (left !== null) one.left = Math.min(one.left ?? Infinity, left)
  }
  return 201
}

/** Removes a share and all that were passed on from it. */
function remove(state: State, id: string): void {
  state.shares = state.shares.filter((one) => !chain(state, one).some((above) => above.id === id))
}

/** Returns the status of revoking a share and changes the state when it succeeds. */
export function revoke(state: State, person: string, id: string): number {
  const found = state.shares.find((one) => one.id === id)
  if (!found) return 404
  if (found.by !== person && !state.admins.has(person) && state.things.get(found.thing)?.owner !== person) return 403
  remove(state, id)
  return 200
}

export function pass(state: State, minutes: number): void {
  for (const one of state.shares) if (one.left !== null) one.left -= minutes
}
