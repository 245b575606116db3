import { membershipTable, type MemberRow } from '../access/membership.sql.js'
import type { ProjectRole } from '../access/vocabulary.js'

export type ProjectMemberRow = MemberRow<'projectId'>
export const projectMembers = membershipTable<'projectId', ProjectRole>('projectId', 'project_owner')
