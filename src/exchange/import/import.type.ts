import type { Selectable } from 'kysely'
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { ImportHistory } from '../../database/schema.js'
import { connectionType } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { DateTime, Json } from '../../graphql/scalars.js'

@ObjectType({ description: 'How many of each kind came in.' })
export class ImportedItems {
  @Field(() => Int, { description: 'Personas.' })
  personas: number

  @Field(() => Int, { description: 'Ontologies.' })
  ontologies: number

  @Field(() => Int, { description: 'Entities, with locations.' })
  entities: number

  @Field(() => Int, { description: 'Events.' })
  events: number

  @Field(() => Int, { description: 'Times.' })
  times: number

  @Field(() => Int, { description: 'Collections of entities.' })
  entityCollections: number

  @Field(() => Int, { description: 'Collections of events.' })
  eventCollections: number

  @Field(() => Int, { description: 'Collections of times.' })
  timeCollections: number

  @Field(() => Int, { description: 'Relations of the world.' })
  relations: number

  @Field(() => Int, { description: 'Summaries.' })
  summaries: number

  @Field(() => Int, { description: 'Claims.' })
  claims: number

  @Field(() => Int, { description: 'Relations of claims.' })
  claimRelations: number

  @Field(() => Int, { description: 'Annotations.' })
  annotations: number

  @Field(() => Int, { description: 'Keyframes of these annotations.' })
  totalKeyframes: number

  @Field(() => Float, { description: 'Boxes between their keyframes.' })
  totalInterpolatedFrames: number

  @Field(() => Int, { description: 'Annotations with a single keyframe.' })
  singleKeyframeSequences: number
}

@ObjectType({ description: 'How many of each kind were left out by a policy or as invalid.' })
export class SkippedItems {
  @Field(() => Int, { description: 'Personas and ontologies.' })
  personas: number

  @Field(() => Int, { description: 'Ontologies alone.' })
  ontologies: number

  @Field(() => Int, { description: 'Objects of the world.' })
  worldObjects: number

  @Field(() => Int, { description: 'Summaries.' })
  summaries: number

  @Field(() => Int, { description: 'Claims and their relations.' })
  claims: number

  @Field(() => Int, { description: 'Annotations.' })
  annotations: number

  @Field(() => Int, { description: 'Annotations that have a sequence.' })
  sequenceAnnotations: number

  @Field(() => Int, { description: 'Lines of an unknown type.' })
  unknown: number
}

@ObjectType({ description: 'Every line of the file: imported, skipped, excluded or failed.' })
export class ImportSummary {
  @Field(() => Int, { description: 'Lines that are not blank.' })
  totalLines: number

  @Field(() => Int, { description: 'Lines that were imported or skipped.' })
  processedLines: number

  @Field(() => ImportedItems, { description: 'What came in.' })
  importedItems: ImportedItems

  @Field(() => SkippedItems, { description: 'What did not.' })
  skippedItems: SkippedItems

  @Field(() => Int, { description: 'Lines outside the scope that was asked for.' })
  excludedLines: number

  @Field(() => Int, { description: 'Lines that failed, or were undone with the import.' })
  failedLines: number

  @Field(() => Int, {
    description: 'Items that were made up for references; counted in importedItems without being lines.',
  })
  placeholderItems: number
}

@ObjectType({ description: 'A warning or an error.' })
export class ImportNote {
  @Field(() => Int, { description: 'Line of the file, from 1; 0 for the import as a whole.' })
  line: number

  @Field(() => String, { description: 'Kind, such as `missing_reference`.' })
  type: string

  @Field(() => String, { description: 'For people.' })
  message: string
}

@ObjectType({ description: 'Something of the file that meets something stored, and what was done about it.' })
export class ImportConflict {
  @Field(() => String, { description: 'Kind, such as `duplicate-persona`.' })
  type: string

  @Field(() => Int, { description: 'Line of the file, from 1.' })
  line: number

  @Field(() => ID, { nullable: true, description: 'Id on the line.' })
  originalId: string | null

  @Field(() => ID, { nullable: true, description: 'Id of what is stored.' })
  existingId: string | null

  @Field(() => String, { description: 'For people.' })
  details: string

  @Field(() => String, { description: 'The option that applied.' })
  resolution: string

  @Field(() => Json, { nullable: true, description: 'First and last frame of an overlap.' })
  frameRange?: unknown
}

@ObjectType('ImportReport', { description: 'What an import did, or would do.' })
export class ImportReportType {
  @Field(() => Boolean, { description: 'No error occurred.' })
  success: boolean

  @Field(() => ImportSummary, { description: 'The counts.' })
  summary: ImportSummary

  @Field(() => [ImportNote], { description: 'What was skipped, or is worth a look.' })
  warnings: ImportNote[]

  @Field(() => [ImportNote], { description: 'What failed.' })
  errors: ImportNote[]

  @Field(() => [ImportConflict], { description: 'What met stored things.' })
  conflicts: ImportConflict[]
}

@ObjectType({ implements: Node, description: 'An import of the past.' })
export class Import
  extends Node
  implements
    Pick<
      Selectable<ImportHistory>,
      'filename' | 'success' | 'importedBy' | 'itemsImported' | 'itemsSkipped' | 'createdAt' | 'importOptions'
    >
{
  @Field(() => ID, { nullable: true, description: 'Who imported it.' })
  importedBy: string | null

  @Field(() => String, { description: 'Name of the file.' })
  filename: string

  @Field(() => Boolean, { description: 'No error occurred.' })
  success: boolean

  @Field(() => Int, { description: 'Items that came in.' })
  itemsImported: number

  @Field(() => Int, { description: 'Items that were skipped.' })
  itemsSkipped: number

  @Field(() => Json, { description: 'The options that were given.' })
  importOptions: unknown

  @Field(() => DateTime, { description: 'When it began.' })
  createdAt: string
}

export const ImportConnection = connectionType('Import', () => Import)

const ImportPageArgs = orderedPageArgs('Import', {
  CREATED_AT: 'createdAt',
  FILENAME: 'filename',
  ITEMS_IMPORTED: 'itemsImported',
  ITEMS_SKIPPED: 'itemsSkipped',
})

@ArgsType()
export class ImportsArgs extends ImportPageArgs {
  @Field(() => Boolean, { nullable: true, description: 'Only those without error, or only the others.' })
  success?: boolean | null

  @Field(() => String, { nullable: true, description: 'Only those whose file name contains this.' })
  search?: string | null

  @Field(() => DateTime, { nullable: true, description: 'Only those begun then or later.' })
  since?: string | null

  @Field(() => DateTime, { nullable: true, description: 'Only those begun before.' })
  until?: string | null
}
