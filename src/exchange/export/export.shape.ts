import { Type, type TSchema } from '@sinclair/typebox'
import { agreementQuery } from '../../agreement/agreement.shape.js'
import { contentTypes, type ContentType } from '../../access/vocabulary.js'
import { anyId, says, usually } from '../../lib/described.js'
import { validation } from '../../lib/errors.js'
import { choice, enumeration, shortText } from '../../lib/schema.js'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'
import { formatHelp, formats, ownFormats, type Format } from './formats/format.js'
import { scopeHelp, type ScopeQuery } from './scope.js'

/**
 * The possible files of an export: the kinds of content in each, whose permissions decide what it may contain, and its
 * name.
 */
export const exportFiles = {
  all: { contents: contentTypes, fileName: 'full-export.jsonl' },
  annotations: { contents: ['annotation'], fileName: 'annotations.jsonl' },
  personas: { contents: ['persona'], fileName: 'personas.jsonl' },
  world: { contents: ['world_state'], fileName: 'world-state.jsonl' },
  summaries: { contents: ['summary', 'claim'], fileName: 'summaries.jsonl' },
  videos: { contents: [], fileName: 'videos.jsonl' },
} as const satisfies Record<string, { contents: readonly ContentType[]; fileName: string }>
export type ExportKind = keyof typeof exportFiles
/** What a file holds; `agreement` is what several personas say about one video, which no permission decides. */
export type ExportContents = ExportKind | 'agreement'

export const exportFile = enumeration(
  'ExportFile',
  'What an export file holds: everything, one part of it, or what several personas say about a video (AGREEMENT).',
  [...(Object.keys(exportFiles) as ExportKind[]), 'agreement'] as const,
)

/** Returns the schema of the scope of an export, which GraphQL has as an enumeration beside the id of the project. */
export const ofScope = <S extends TSchema>(schema: S): S =>
  usually(
    'ExportScope',
    "Whose content an export holds: the caller's (OWN), that of a project as far as the caller may export it (PROJECT), " +
      'or everything (ALL), for administrators.',
    ['own', 'project', 'all'],
    schema,
  )
export const exportScope = ofScope(Type.String())

export const exportFormat = enumeration(
  'ExportFormat',
  'Format of an export file. Those of other tools are made of annotations; MOT, CVAT and WebVTT hold one video.',
  ['ndjson', 'json', ...formats],
)

/** Throws VALIDATION_ERROR for a format that the file cannot have. */
export function refuseFormat(file: string, format: string | null | undefined): void {
  const isLines = format === 'ndjson' || !format
  if (isLines || file === 'annotations' || (file === 'all' && format !== 'json')) return
  throw validation([{ field: 'format', message: `the file ${file} cannot have the format ${format}` }])
}

const list = (description: string) =>
  Type.Union([Type.String(), Type.Array(Type.String())], {
    description: `${description} Separate values with commas, or repeat the parameter with one value each time.`,
  })
const properties: Record<string, TSchema> = Object.fromEntries([
  ...flagNames.map((name) => [
    name,
    Type.Optional(Type.Boolean({ description: exportFilters.flags[name].description })),
  ]),
  ...listNames.map((name) => [name, Type.Optional(list(exportFilters.lists[name].description))]),
])
const scope = Type.Optional(Type.String({ description: scopeHelp }))
const projectId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'With scope `own`: ID of the project whose world to export, instead of the personal one.',
  }),
)

export const exportAnnotationsQuery = Type.Object({
  format: Type.Optional(says(formatHelp, choice([...ownFormats, 'json', ...formats]))),
  skipInvalid: Type.Optional(Type.Boolean()),
  scope,
  ...properties,
})
export const exportStatsQuery = Type.Object({ scope, projectId, ...properties })
export const exportAllQuery = Type.Object({
  format: Type.Optional(says(formatHelp, choice([...ownFormats, ...formats]))),
  ...exportStatsQuery.properties,
})
export const exportWorldQuery = Type.Object({ scope, projectId })
export const exportContentQuery = Type.Object({ scope })
export const exportSummariesQuery = Type.Object({
  scope,
  reviewStates: Type.Optional(list(exportFilters.lists.reviewStates.description)),
})

export const exportAgreementQuery = Type.Object({
  videoId: says('ID of the video.', anyId(shortText)),
  ...agreementQuery.properties,
})

export interface ExportQuery extends GivenFilters, ScopeQuery {
  format?: (typeof ownFormats)[number] | 'json' | Format
  skipInvalid?: boolean
}
