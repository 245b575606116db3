// A second, short implementation of the access rules, written from docs/rules.md; it uses nothing of the server.

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
  /** The effective role in the project of the rows (PR-06); null for none. */
  role: string | null
  /** Ids of the rows that are shared with this user. */
  shared: ReadonlySet<string>
}

export interface Row {
  id: string
  kind: Kind
  ownerId: string
  inProject: boolean
  /** For claims: the id and owner of the summary. */
  summary?: { id: string; ownerId: string }
}

/** `manage` stands for every action (PM-06); a grant for own rows does not cover rows of others (PM-10). */
function granted(table: Grant[], role: string | null, kind: string, action: string, own: boolean): boolean {
  return table.some(
    (one) =>
      one.role === role &&
      one.resourceType === kind &&
      (one.action === action || one.action === 'manage') &&
      (own || !one.ownOnly),
  )
}

/** Tells whether somebody may do something with a row (PM-09 to PM-12, C-01, SH-09). */
export function may(who: Who, action: Action, row: Row, table: Grant[]): boolean {
  // Own rows can be read anywhere; in a project the role there decides what else may be done with them.
  const withOwn = (what: Action) => !row.inProject || who.isAdmin || granted(table, who.role, row.kind, what, true)
  if (row.ownerId === who.id && (action === 'read' || withOwn(action))) return true
  const inProject = (what: Action) => row.inProject && (who.isAdmin || granted(table, who.role, row.kind, what, false))
  // A row that a role in the project may not read cannot be changed by that role either (G-14, SH-03).
  if (inProject('read') && inProject(action)) return true
  if (row.kind === 'claim' && row.summary) {
    if (action === 'delete' && row.summary.ownerId === who.id && withOwn(action)) return true
    if (action === 'read' && (row.summary.ownerId === who.id || who.shared.has(row.summary.id))) return true
  }
  return action === 'read' && who.shared.has(row.id)
}

/** Tells whether somebody may make content of the kind for the persona (AN-02, SU-09). */
export function mayMakeFor(who: Who, kind: Kind, persona: Row, table: Grant[]): boolean {
  return (
    (persona.ownerId === who.id && !persona.inProject) ||
    (persona.inProject && (who.isAdmin || granted(table, who.role, kind, 'create', true)))
  )
}

/**
 * Tells whether somebody sees a video that an administrator assigned to the project (VA-17). Videos have no owner, so a
 * grant for own rows covers none.
 */
export function maySeeVideo(who: Who, table: Grant[]): boolean {
  return who.isAdmin || granted(table, who.role, 'video', 'read', false)
}
