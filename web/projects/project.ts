import {
  ProjectNamesDocument,
  ProjectsDocument,
  ProjectTeamDocument,
  SentInvitationsDocument,
  WhyAccessDocument,
  type ProjectTeamQuery,
} from '../generated/graphql.js'
import { readAgain } from '../lib/query-client.js'

/** A project as its page shows it, with its members. */
export type Project = NonNullable<ProjectTeamQuery['project']>

/** Has everything read again that shows what a project is and who belongs to it. */
export const reloadProject = () =>
  readAgain(ProjectTeamDocument, ProjectsDocument, ProjectNamesDocument, SentInvitationsDocument, WhyAccessDocument)
