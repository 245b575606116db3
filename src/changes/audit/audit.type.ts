import { inputOf, objectOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { auditConditionsSchema, auditEntry, type AuditEntry } from './audit.shape.js'

const AuditEntryType = objectOf<AuditEntry>(auditEntry)
export const AuditEntryConnection = connectionType('AuditEntry', () => AuditEntryType)

const AuditFilter = inputOf(
  'AuditFilter',
  'Conditions that every listed entry of the log meets.',
  auditConditionsSchema,
)
export const AuditArgs = filteredArgs(PageArgs, AuditFilter)
export type AuditArgs = InstanceType<typeof AuditArgs>
