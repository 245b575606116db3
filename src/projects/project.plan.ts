import { sql } from 'kysely'
import { visibleProject } from '../access/place-rules.js'
import { requireAdmin } from '../access/require.js'
import { userRows } from '../accounts/user.plan.js'
import { userNamedLike } from '../accounts/user.sql.js'
import { all, is } from '../database/rows/conditions.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type RowType } from '../graphql/plan.js'
import { groupRows } from '../groups/group.plan.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { projectMemberRecord, projectParams, projectRecord } from './project.shape.js'
import { filterOfProjects, projectsByIds, shownMembersOfProjects } from './project.service.js'
import { listedProjects, type ProjectFilter } from './project.sql.js'
import { ProjectConnection, ProjectMemberConnection, ProjectMembersArgs, ProjectsArgs } from './project.type.js'

const ofId = ['id']

export const projectRows: NamedRows = {
  name: 'Project',
  record: projectRecord,
  needs: {
    viewerCan: ['id', 'isArchived'],
    memberCount: ofId,
    myRole: ofId,
    videoAssignmentCount: ofId,
    personas: ofId,
    worlds: ofId,
    reviewProgress: ofId,
  },
  access: (abilities) => visibleProject(abilities, 'j'),
  byIds: projectsByIds,
}
const memberRows: RowType = { name: 'ProjectMember', record: projectMemberRecord, needs: { email: ['userId'] } }

const projectFilter = ({ everyones, personal, group, ...rest }: Record<string, unknown>): ProjectFilter => ({
  scope: everyones ? 'everyones' : personal ? 'personal' : group ? 'group' : 'all',
  search: (rest['search'] as string | undefined) ?? null,
  isArchived: rest['isArchived'] as boolean,
})

export const projectPlans: Plans = {
  types: [projectRows, memberRows],
  fields: {
    'Query.projects': {
      kind: 'page',
      type: projectRows,
      says: "Projects of the caller or, for administrators who ask for them, everybody's; newest first.",
      connection: () => ProjectConnection,
      args: () => ProjectsArgs,
      list: 'projects',
      route: 'GET /api/projects',
      ...newestFirst,
      check: (ctx, { everyones }) => everyones && requireAdmin(ctx),
      filter: filterOfProjects,
      where: (abilities, filter) => listedProjects(abilities, projectFilter(filter), 'j'),
    },
    'Project.owner': rowNamedBy(userRows, 'ownerUserId'),
    'Project.creator': rowNamedBy(userRows, 'createdBy'),
    'Project.ownerGroup': rowNamedBy(groupRows, 'ownerGroupId'),
    'Query.projectMembers': {
      kind: 'page',
      type: memberRows,
      says: 'Members of a project in the order in which they joined; none if the caller may not read the project.',
      connection: () => ProjectMemberConnection,
      args: () => ProjectMembersArgs,
      list: 'projectMembers',
      route: 'GET /api/projects/:projectId',
      direction: 'asc',
      key: [
        { field: 'joinedAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ projectId, search }) => ({
        projectId: parse(projectParams, { projectId }).projectId,
        ...(search ? { search } : {}),
      }),
      where: (abilities, { projectId, search }) =>
        all(
          is('m.project_id', projectId),
          visibleProject(abilities, 'm', 'project_id'),
          userNamedLike('m.user_id', search as string),
        ),
    },
    'Project.members': {
      kind: 'many',
      type: memberRows,
      from: 'id',
      to: 'projectId',
      // Lists may also show projects that the viewer may not read; the members of those stay hidden.
      access: (abilities) => visibleProject(abilities, 'm', 'project_id'),
      order: sql`m.joined_at, m.id`,
      resolve: (ctx, id) => load(ctx, shownMembersOfProjects, id),
    },
    'ProjectMember.user': rowNamedBy(userRows, 'userId'),
    'ProjectMember.project': rowNamedBy(projectRows, 'projectId'),
  },
}
