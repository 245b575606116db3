import { sql, type SqlBool } from 'kysely'
import { visibleProject } from '../access/place-rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, Relation, RowType } from '../graphql/plan.js'
import { groupNamedBy } from '../groups/group.plan.js'
import { projectMemberRecord, projectRecord } from './project.record.js'
import { numberOfProjects } from './project.service.js'
import { listedProjects, type ProjectFilter } from './project.sql.js'

const ofId = ['id']

const projectRows: RowType = {
  name: 'Project',
  record: projectRecord,
  needs: {
    viewerCan: ['id', 'isArchived'],
    memberCount: ofId,
    myRole: ofId,
    videoAssignmentCount: ofId,
    personas: ofId,
  },
}
const memberRows: RowType = { name: 'ProjectMember', record: projectMemberRecord, needs: { email: ['userId'] } }

/** The project that the field `from` of a row names, where the viewer may read it. */
export const projectNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: projectRows,
  from,
  to: 'id',
  access: (abilities) => visibleProject(abilities, 'j'),
})

/** Arguments that decide what the conditions are, not what they are compared with, are switches. */
const filterOf = ({ scope, search, isArchived }: Record<string, unknown>): Record<string, unknown> => ({
  ...(scope === 'personal' ? { personal: true } : scope === 'group' ? { group: true } : {}),
  ...(search ? { search } : {}),
  isArchived: isArchived === true,
})

const projectFilter = ({ personal, group, search, isArchived }: Record<string, unknown>): ProjectFilter => ({
  scope: personal ? 'personal' : group ? 'group' : 'all',
  search: (search as string | undefined) ?? null,
  isArchived: isArchived as boolean,
})

export const projectPlans: Plans = {
  types: [projectRows, memberRows],
  fields: {
    'Query.projects': {
      kind: 'page',
      type: projectRows,
      list: 'projects',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: filterOf,
      where: ({ userId }, filter) => listedProjects(userId, projectFilter(filter), 'j'),
      count: (ctx, filter) => numberOfProjects(ctx, projectFilter(filter)),
    },
    'Project.ownerUser': userNamedBy('ownerUserId'),
    'Project.ownerGroup': groupNamedBy('ownerGroupId'),
    'Project.members': {
      kind: 'many',
      type: memberRows,
      from: 'id',
      to: 'projectId',
      // Who reads a project reads who is in it.
      access: () => sql<SqlBool>`true`,
      order: sql`m.joined_at, m.id`,
    },
    'ProjectMember.user': userNamedBy('userId'),
    'ProjectMember.project': projectNamedBy('projectId'),
  },
}
