import { ProjectNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** The names of all projects that the person may see, to choose from; of the archived ones where they are asked for. */
export function useProjectNames(isArchived = false) {
  return useAll(ProjectNamesDocument, { isArchived }, ({ projects }) => projects)
}
