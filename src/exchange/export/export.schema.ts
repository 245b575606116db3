import { Type, type Static } from '@sinclair/typebox'

const list = Type.String({ description: 'Comma-separated.' })
const filters = {
  includeInterpolated: Type.Optional(Type.Boolean()),
  includeInvisible: Type.Optional(Type.Boolean()),
  personaIds: Type.Optional(list),
  videoIds: Type.Optional(list),
  annotationTypes: Type.Optional(list),
}

export const exportAnnotationsQuery = Type.Object({
  format: Type.Optional(Type.Unsafe<'jsonl' | 'json'>({ type: 'string', enum: ['jsonl', 'json'] })),
  skipInvalid: Type.Optional(Type.Boolean()),
  ...filters,
})
export const exportAllQuery = Type.Object({ projectId: Type.Optional(Type.String({ format: 'uuid' })), ...filters })
export const exportStatsQuery = Type.Object(filters)
export const exportWorldQuery = Type.Object({ projectId: Type.Optional(Type.String({ format: 'uuid' })) })
export const noQuery = Type.Object({})

export type ExportQuery = Static<typeof exportAnnotationsQuery> & Static<typeof exportAllQuery>
