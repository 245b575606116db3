import { Field, ID, InputType } from 'type-graphql'
import { objectOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { exportStats } from '../exchange.shape.js'
import { exportFile, exportFormat, exportScope } from './export.shape.js'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'

export const ExportFile = enumOf(exportFile)

export const ExportScope = enumOf(exportScope)

export const ExportFormat = enumOf(exportFormat)

@InputType({ description: 'Which annotations an export holds; an absent or empty list lets all pass.' })
export class ExportFilter implements GivenFilters {}

for (const name of flagNames)
  Field(() => Boolean, { nullable: true, description: exportFilters.flags[name].description })(
    ExportFilter.prototype,
    name,
  )
for (const name of listNames) {
  const { description, words } = exportFilters.lists[name]
  const members = words && enumOf(words)
  Field(() => [(members ?? ID) as typeof ID], { nullable: true, description })(ExportFilter.prototype, name)
}

export const ExportStatsType = objectOf(exportStats)
