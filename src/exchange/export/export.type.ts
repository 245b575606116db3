import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'

export enum ExportFile {
  ALL = 'all',
  ANNOTATIONS = 'annotations',
  PERSONAS = 'personas',
  WORLD = 'world',
  SUMMARIES = 'summaries',
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

@ObjectType('ExportStats', {
  description: 'What an export of everything would hold: counts, and an estimate of its size.',
})
export class ExportStatsType {
  @Field(() => Int, { description: 'Number of personas.' })
  personaCount: number

  @Field(() => Int, { description: 'Number of these personas that are system-generated.' })
  systemPersonaCount: number

  @Field(() => Int, { description: 'Number of ontologies.' })
  ontologyCount: number

  @Field(() => Int, { description: 'Number of entity types in the ontologies.' })
  entityTypeCount: number

  @Field(() => Int, { description: 'Number of event types in the ontologies.' })
  eventTypeCount: number

  @Field(() => Int, { description: 'Number of role types in the ontologies.' })
  roleTypeCount: number

  @Field(() => Int, { description: 'Number of relation types in the ontologies.' })
  relationTypeCount: number

  @Field(() => Int, { description: 'Number of world entities, locations included.' })
  entityCount: number

  @Field(() => Int, { description: 'Number of world events.' })
  eventCount: number

  @Field(() => Int, { description: 'Number of world times.' })
  timeCount: number

  @Field(() => Int, { description: 'Number of entity collections.' })
  entityCollectionCount: number

  @Field(() => Int, { description: 'Number of event collections.' })
  eventCollectionCount: number

  @Field(() => Int, { description: 'Number of time collections.' })
  timeCollectionCount: number

  @Field(() => Int, { description: 'Number of relations between world objects.' })
  worldRelationCount: number

  @Field(() => Int, { description: 'Number of summaries.' })
  summaryCount: number

  @Field(() => Int, { description: 'Number of claims.' })
  claimCount: number

  @Field(() => Int, { description: 'Number of relations between claims.' })
  claimRelationCount: number

  @Field(() => Int, { description: 'Number of annotations that pass the filter.' })
  annotationCount: number

  @Field(() => Int, { description: 'Number of these annotations that have boxes.' })
  sequenceCount: number

  @Field(() => Float, { description: 'Number of keyframes of these annotations.' })
  keyframeCount: number

  @Field(() => Float, { description: 'Number of boxes between the keyframes; 0 unless the filter includes them.' })
  interpolatedFrameCount: number

  @Field(() => Float, { description: 'Estimated size of the export, in bytes.' })
  totalSize: number

  @Field(() => String, { description: 'The same size in units of 1,048,576 bytes, such as `1.23MB`.' })
  totalSizeMB: string

  @Field(() => String, {
    nullable: true,
    description: 'Message that the export exceeds 100 MB; null when it does not.',
  })
  warning?: string
}
