import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'

const list = (description: string) =>
  Type.Union([Type.String(), Type.Array(Type.String())], {
    description: `${description} Separated by commas; a parameter that is repeated holds one value each time.`,
  })
const properties: Record<string, TSchema> = Object.fromEntries([
  ...flagNames.map((name) => [
    name,
    Type.Optional(Type.Boolean({ description: exportFilters.flags[name].description })),
  ]),
  ...listNames.map((name) => [name, Type.Optional(list(exportFilters.lists[name].description))]),
])
const projectId = Type.Optional(Type.String({ format: 'uuid' }))

export const exportAnnotationsQuery = Type.Object({
  format: Type.Optional(Type.Unsafe<'jsonl' | 'json'>({ type: 'string', enum: ['jsonl', 'json'] })),
  skipInvalid: Type.Optional(Type.Boolean()),
  ...properties,
})
export const exportAllQuery = Type.Object({ projectId, ...properties })
export const exportStatsQuery = Type.Object(properties)
export const exportWorldQuery = Type.Object({ projectId })
export const noQuery = Type.Object({})

export interface ExportQuery extends GivenFilters, Static<typeof exportWorldQuery> {
  format?: 'jsonl' | 'json'
  skipInvalid?: boolean
}
