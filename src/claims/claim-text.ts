import { membersOf, printedFields } from '../database/print.js'
import { claimRecord } from './claim.record.js'

/** The fields of a claim in the form of the routes, over the alias c, printed by PostgreSQL. */
export const claimFields = printedFields(claimRecord)
/** Its members; `subclaims` follows when the tree is put together. */
export const claimMembers = membersOf(claimFields)
