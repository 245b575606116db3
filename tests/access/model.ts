/** The access rules in a few lines of their own, as the tests understand them; nothing of the server is used. */
export const kinds = ['persona', 'annotation', 'summary', 'claim', 'world_state'] as const
export type Kind = (typeof kinds)[number]
export type Action = 'create' | 'read' | 'update' | 'delete' | 'share' | 'export' | 'review'

export interface Grant {
  role: string
  resourceType: string
  action: string
  ownOnly: boolean
}

export interface Who {
  id: string
  isAdmin: boolean
  /** Effective role in the project of the rows (PR-06). */
  role: string | null
  /** Ids of rows shared with them. */
  shared: ReadonlySet<string>
}

export interface Row {
  id: string
  kind: Kind
  ownerId: string
  inProject: boolean
  /** For claims: who owns the summary, and the summary's id. */
  summary?: { id: string; ownerId: string }
}

/** PM-06, PM-10: `manage` stands for every action; a grant for own rows only covers nobody else's. */
function granted(table: Grant[], role: string | null, kind: string, action: string, own: boolean): boolean {
  return table.some(
    (one) =>
      one.role === role &&
      one.resourceType === kind &&
      (one.action === action || one.action === 'manage') &&
      (own || !one.ownOnly),
  )
}

/** PM-09 to PM-12, C-01, SH-09. */
export function may(who: Who, action: Action, row: Row, table: Grant[]): boolean {
  // Own rows are read anywhere; in a project the role there says what else is done with them.
  const withOwn = (what: Action) => !row.inProject || who.isAdmin || granted(table, who.role, row.kind, what, true)
  if (row.ownerId === who.id && (action === 'read' || withOwn(action))) return true
  const inProject = (what: Action) => row.inProject && (who.isAdmin || granted(table, who.role, row.kind, what, false))
  // What a project does not let somebody read is not there to be changed either (G-14, SH-03).
  if (inProject('read') && inProject(action)) return true
  if (row.kind === 'claim' && row.summary) {
    if (action === 'delete' && row.summary.ownerId === who.id && withOwn(action)) return true
    if (action === 'read' && (row.summary.ownerId === who.id || who.shared.has(row.summary.id))) return true
  }
  return action === 'read' && who.shared.has(row.id)
}

/** AN-02, SU-09: whether content of the kind may be made for the persona. */
export function mayMakeFor(who: Who, kind: Kind, persona: Row, table: Grant[]): boolean {
  return (
    (persona.ownerId === who.id && !persona.inProject) ||
    (persona.inProject && (who.isAdmin || granted(table, who.role, kind, 'create', true)))
  )
}

/**
 * VA-17, for a video that an administrator gave to the project; videos have no owner, so a grant for own rows covers
 * none.
 */
export function maySeeVideo(who: Who, table: Grant[]): boolean {
  return who.isAdmin || granted(table, who.role, 'video', 'read', false)
}
