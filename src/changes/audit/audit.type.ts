import { ArgsType } from 'type-graphql'
import { addArguments, objectOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { auditConditions, auditEntry, type AuditEntry } from './audit.shape.js'

const AuditEntryType = objectOf<AuditEntry>(auditEntry)
export const AuditEntryConnection = connectionType('AuditEntry', () => AuditEntryType)

@ArgsType()
export class AuditArgs extends PageArgs {}
addArguments(AuditArgs, auditConditions)
