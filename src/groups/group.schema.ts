import { Type } from '@sinclair/typebox'
import { knownUsername } from '../accounts/account.schema.js'
import { nameText, noteText, optional, shortText, uuid } from '../lib/schema.js'

const name = nameText
const description = Type.Optional(Type.Union([noteText, Type.Null()]))
/**
 * Any word: the service compares it with the roles that the route allows and refuses others with `Invalid role`
 * (GR-05).
 */
const role = shortText

/** Words of lower-case letters and digits joined by single hyphens. A slug never changes (U-15). */
export const slug = Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 100 })

export const createGroupSchema = Type.Object({ name, description, slug })
export const createGroupForSchema = Type.Object({ name, description, slug, createdBy: uuid })
export const updateGroupSchema = Type.Object({ name: Type.Optional(name), description })
/** Exactly one of userId and username is needed, which the service checks. */
export const addMemberSchema = Type.Object({ userId: optional(uuid), username: optional(knownUsername), role })
export const changeMemberSchema = Type.Object({ role })
export const groupParams = Type.Object({ groupId: uuid })
export const groupMemberParams = Type.Object({ groupId: uuid, userId: uuid })
