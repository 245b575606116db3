import { PersonaNamesDocument, ProjectNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** Returns the names of all personas that the user may read, as options of a field. */
export function usePersonaNames() {
  return useAll(PersonaNamesDocument, {}, ({ personas }) => personas)
}

/** Returns the names of all active projects that the user may see, or of all archived ones, as options of a field. */
export function useProjectNames(isArchived = false) {
  return useAll(ProjectNamesDocument, { isArchived }, ({ projects }) => projects)
}

/** Returns named objects as the options of a select. */
export const optionsOf = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }))
