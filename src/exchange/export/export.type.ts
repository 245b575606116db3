import { Field, ID, InputType, registerEnumType } from 'type-graphql'
import { validation } from '../../lib/errors.js'
import { objectOf } from '../../graphql/classes.js'
import { exportStats } from '../exchange.shape.js'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'

export enum ExportFile {
  ALL = 'all',
  ANNOTATIONS = 'annotations',
  PERSONAS = 'personas',
  WORLD = 'world',
  SUMMARIES = 'summaries',
  VIDEOS = 'videos',
}
registerEnumType(ExportFile, {
  name: 'ExportFile',
  description: 'What an export file holds: everything, or one part of it.',
})

export enum ExportFormat {
  NDJSON = 'ndjson',
  JSON = 'json',
  COCO = 'coco',
  MOT = 'mot',
  MOT_LABELS = 'mot-labels',
  CVAT = 'cvat',
  WEBVTT = 'webvtt',
}
registerEnumType(ExportFormat, {
  name: 'ExportFormat',
  description:
    'Format of an export file. Those of other tools are made of annotations; MOT, CVAT and WebVTT hold one video.',
})

@InputType({ description: 'Which annotations an export holds; an absent or empty list lets all pass.' })
export class ExportFilter implements GivenFilters {}

for (const name of flagNames)
  Field(() => Boolean, { nullable: true, description: exportFilters.flags[name].description })(
    ExportFilter.prototype,
    name,
  )
for (const name of listNames) {
  const { description, words } = exportFilters.lists[name]
  const members = words && Object.fromEntries(words.values.map((word) => [word.toUpperCase(), word]))
  if (members) registerEnumType(members, { name: words.name, description: words.description })
  Field(() => [members ?? ID], { nullable: true, description })(ExportFilter.prototype, name)
}

export const ExportStatsType = objectOf(exportStats)

/** Throws VALIDATION_ERROR for a format that the file cannot have. */
export function refuseFormat(file: ExportFile, format: ExportFormat | null | undefined): void {
  if (!format || file === ExportFile.ANNOTATIONS || (file === ExportFile.ALL && format !== ExportFormat.JSON)) return
  throw validation([{ field: 'format', message: `the file ${file} cannot have the format ${format}` }])
}
