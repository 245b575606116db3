import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { exportFilters, flagNames, listNames, type GivenFilters } from './filter.js'

export enum ExportFile {
  ALL = 'all',
  ANNOTATIONS = 'annotations',
  PERSONAS = 'personas',
  WORLD = 'world',
  SUMMARIES = 'summaries',
}
registerEnumType(ExportFile, { name: 'ExportFile', description: 'The files that can be downloaded.' })

@InputType({ description: 'Which annotations an export has; absent means all.' })
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

@ObjectType('ExportStats', { description: 'What an export would hold.' })
export class ExportStatsType {
  @Field(() => Int, { description: 'Personas of the caller.' })
  personaCount: number

  @Field(() => Int, { description: 'Those of them that are system-generated.' })
  systemPersonaCount: number

  @Field(() => Int, { description: 'Ontologies.' })
  ontologyCount: number

  @Field(() => Int, { description: 'Entity types.' })
  entityTypeCount: number

  @Field(() => Int, { description: 'Event types.' })
  eventTypeCount: number

  @Field(() => Int, { description: 'Role types.' })
  roleTypeCount: number

  @Field(() => Int, { description: 'Relation types.' })
  relationTypeCount: number

  @Field(() => Int, { description: 'Entities.' })
  entityCount: number

  @Field(() => Int, { description: 'Events.' })
  eventCount: number

  @Field(() => Int, { description: 'Times.' })
  timeCount: number

  @Field(() => Int, { description: 'Collections of entities.' })
  entityCollectionCount: number

  @Field(() => Int, { description: 'Collections of events.' })
  eventCollectionCount: number

  @Field(() => Int, { description: 'Collections of times.' })
  timeCollectionCount: number

  @Field(() => Int, { description: 'Relations of the world.' })
  worldRelationCount: number

  @Field(() => Int, { description: 'Summaries.' })
  summaryCount: number

  @Field(() => Int, { description: 'Claims.' })
  claimCount: number

  @Field(() => Int, { description: 'Relations of claims.' })
  claimRelationCount: number

  @Field(() => Int, { description: 'Annotations that pass the filter.' })
  annotationCount: number

  @Field(() => Int, { description: 'Those of them with boxes.' })
  sequenceCount: number

  @Field(() => Float, { description: 'Their keyframes.' })
  keyframeCount: number

  @Field(() => Float, { description: 'Boxes between them, 0 unless asked for.' })
  interpolatedFrameCount: number

  @Field(() => Float, { description: 'Bytes, estimated.' })
  totalSize: number

  @Field(() => String, { description: 'The same in megabytes, such as `1.23MB`.' })
  totalSizeMB: string

  @Field(() => String, { nullable: true, description: 'Says so when that is a lot.' })
  warning?: string
}
