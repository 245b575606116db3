import {
  ProjectNamesDocument,
  ProjectsDocument,
  ProjectTeamDocument,
  SentInvitationsDocument,
  WhyAccessDocument,
} from '../generated/graphql.js'
import { readAgain } from '../lib/query-client.js'

/** Has everything read again that shows what a project is and who belongs to it. */
export const reloadProject = () =>
  readAgain(ProjectTeamDocument, ProjectsDocument, ProjectNamesDocument, SentInvitationsDocument, WhyAccessDocument)
