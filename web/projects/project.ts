import {
  ProjectNamesDocument,
  ProjectsDocument,
  ProjectTeamDocument,
  ProjectVideosDocument,
  ReviewProgressDocument,
  SentInvitationsDocument,
  WhyAccessDocument,
  type ProjectTeamQuery,
} from '../generated/graphql.js'
import { readAgain } from '../lib/query-client.js'

/** A project as its page shows it, with its members. */
export type Project = NonNullable<ProjectTeamQuery['project']>

/** Reads everything again that shows a project or its members. */
export const reloadProject = () =>
  readAgain(ProjectTeamDocument, ProjectsDocument, ProjectNamesDocument, SentInvitationsDocument, WhyAccessDocument)

/** Reads everything again that shows how far the review of a project is. */
export const reloadProgress = () => readAgain(ReviewProgressDocument, ProjectVideosDocument, ProjectsDocument)
