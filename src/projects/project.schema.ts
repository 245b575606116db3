import { Type } from '@sinclair/typebox'
import { slug } from '../groups/group.schema.js'
import { mostOfDocument, nameText, noteText, uuid } from '../lib/schema.js'

const name = nameText
const description = Type.Optional(Type.Union([noteText, Type.Null()]))
/** The server does not interpret the settings; a change replaces them as a whole (U-17). */
const settings = Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxJsonLength: mostOfDocument }))
const owner = Type.Optional(Type.Union([uuid, Type.Null()]))

export const createProjectSchema = Type.Object({
  name,
  description,
  slug,
  ownerGroupId: owner,
  ownerUserId: owner,
  settings,
})
export const updateProjectSchema = Type.Object({
  name: Type.Optional(name),
  description,
  settings,
  isArchived: Type.Optional(Type.Boolean()),
})
export const projectParams = Type.Object({ projectId: uuid })
export const projectMemberParams = Type.Object({ projectId: uuid, userId: uuid })
export const listProjectsQuery = Type.Object({
  scope: Type.Optional(Type.Union([Type.Literal('personal'), Type.Literal('group'), Type.Literal('all')])),
  isArchived: Type.Optional(Type.Boolean()),
})
