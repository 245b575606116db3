import { slot } from '../database/prepared.js'
import type { Abilities, ProjectSet } from './abilities.js'

/** The input of a prepared statement whose SQL contains an access rule. */
export interface WithAbilities {
  abilities: Abilities
}

/**
 * Placeholders for the abilities of whoever executes a prepared statement: the access rules (rules.ts) are compiled
 * with them once, and their parameters are read at each execution. Administrators get a statement of their own, because
 * their rules have other SQL.
 */
export function abilitySlots(isAdmin: boolean): Abilities {
  const projects = (read: (abilities: Abilities) => ProjectSet): ProjectSet =>
    isAdmin ? 'every' : slot<WithAbilities, ProjectSet>(({ abilities }) => read(abilities))
  return {
    userId: slot<WithAbilities, string>(({ abilities }) => abilities.userId),
    groupIds: slot<WithAbilities, readonly string[]>(({ abilities }) => abilities.groupIds),
    projectIds: slot<WithAbilities, readonly string[]>(({ abilities }) => abilities.projectIds),
    isAdmin,
    openVideos: slot<WithAbilities, boolean>(({ abilities }) => abilities.openVideos),
    projectsWith: (type, action) => projects((abilities) => abilities.projectsWith(type, action)),
    projectsWithOwn: (type, action) => projects((abilities) => abilities.projectsWithOwn(type, action)),
    groupsWith: (action) => projects((abilities) => abilities.groupsWith(action)),
    groupRole: () => notInStatements('groupRole'),
    projectRole: () => notInStatements('projectRole'),
    roleGrants: () => notInStatements('roleGrants'),
    grantOf: () => notInStatements('grantOf'),
  }
}

/**
 * Throws: a role belongs to one user, so a rule that read it while a statement is compiled would fix one user's answer
 * for all.
 */
function notInStatements(name: string): never {
  throw new Error(`${name} is not known while a statement is prepared: it is compiled once for all users`)
}
