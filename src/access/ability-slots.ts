import { slot } from '../database/driver/statement.js'
import type { Abilities, ProjectSet, RuleForm, RuleValues, WithAbilities } from './abilities.js'

const read = (of: (abilities: Abilities) => unknown) => slot<WithAbilities>(({ abilities }) => of(abilities))

/**
 * Returns parameters for the abilities of the user for whom a prepared statement runs. The access rules (rules.ts) are
 * compiled with them once, and their values are read at each execution. Each form of the rules has a statement of its
 * own, because its SQL differs.
 */
export function abilitySlots(form: RuleForm): RuleValues {
  const isAdmin = form === 'admin'
  const projects = (of: (abilities: Abilities) => ProjectSet) => (isAdmin ? 'every' : read(of))
  return {
    form,
    isAdmin,
    onlyProjects: read(({ onlyProjects }) => onlyProjects),
    userId: read(({ userId }) => userId),
    groupIds: read(({ groupIds }) => groupIds),
    projectIds: read(({ projectIds }) => projectIds),
    openVideos: read(({ openVideos }) => openVideos),
    projectsWith: (type, action) => projects((abilities) => abilities.projectsWith(type, action)),
    projectsWithOwn: (type, action) => projects((abilities) => abilities.projectsWithOwn(type, action)),
    groupsWith: (action) => projects((abilities) => abilities.groupsWith(action)),
  }
}
