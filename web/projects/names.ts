import { ProjectNamesDocument } from '../generated/graphql.js'
import { useAll } from '../lib/pages.js'

/** The names of all projects that the person may see, to choose from. */
export function useProjectNames() {
  return useAll(ProjectNamesDocument, {}, ({ projects }) => projects)
}
