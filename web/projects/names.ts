import { ProjectNamesDocument } from '../generated/graphql.js'
import { choicesOf } from '../lib/choices.js'
import { useAll } from '../lib/pages.js'
import { texts } from '../texts.js'

export const allRoles = choicesOf(texts.projects.roles)
/** The roles that can be given: nobody can be made an owner. A project always has one, or gets one when that leaves. */
export const givenRoles = allRoles.filter(({ value }) => value !== 'PROJECT_OWNER')

/** The names of all active projects that the user may see, or of all archived ones, as options of a field. */
export function useProjectNames(isArchived = false) {
  return useAll(ProjectNamesDocument, { isArchived }, ({ projects }) => projects)
}
