import { ProjectNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** The names of all active projects that the user may see, or of all archived ones, as options of a field. */
export function useProjectNames(isArchived = false) {
  return useAll(ProjectNamesDocument, { isArchived }, ({ projects }) => projects)
}
