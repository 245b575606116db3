import { Field, ID, InputType, registerEnumType } from 'type-graphql'
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
