import type { Selectable } from 'kysely'
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql'
import type { ImportHistory } from '../../database/schema.js'
import { connectionType } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { DateTime, Json } from '../../graphql/scalars.js'

@ObjectType({ description: 'Numbers of imported items of each kind, placeholders included.' })
export class ImportedItems {
  @Field(() => Int, { description: 'Number of imported personas.' })
  personas: number

  @Field(() => Int, { description: 'Number of imported ontologies.' })
  ontologies: number

  @Field(() => Int, { description: 'Number of imported world entities, locations included.' })
  entities: number

  @Field(() => Int, { description: 'Number of imported world events.' })
  events: number

  @Field(() => Int, { description: 'Number of imported world times.' })
  times: number

  @Field(() => Int, { description: 'Number of imported entity collections.' })
  entityCollections: number

  @Field(() => Int, { description: 'Number of imported event collections.' })
  eventCollections: number

  @Field(() => Int, { description: 'Number of imported time collections.' })
  timeCollections: number

  @Field(() => Int, { description: 'Number of imported relations between world objects.' })
  relations: number

  @Field(() => Int, { description: 'Number of imported summaries.' })
  summaries: number

  @Field(() => Int, { description: 'Number of imported claims.' })
  claims: number

  @Field(() => Int, { description: 'Number of imported relations between claims.' })
  claimRelations: number

  @Field(() => Int, { description: 'Number of imported annotations.' })
  annotations: number

  @Field(() => Int, { description: 'Number of keyframes of the imported annotations.' })
  totalKeyframes: number

  @Field(() => Float, { description: 'Number of boxes between the keyframes of the imported annotations.' })
  totalInterpolatedFrames: number

  @Field(() => Int, { description: 'Number of imported annotations with a single keyframe.' })
  singleKeyframeSequences: number
}

@ObjectType({
  description: 'Numbers of lines of each kind that were skipped: invalid, in conflict, or with a missing reference.',
})
export class SkippedItems {
  @Field(() => Int, { description: 'Number of skipped personas and ontologies.' })
  personas: number

  @Field(() => Int, { description: 'Number of skipped ontologies; counted in `personas` too.' })
  ontologies: number

  @Field(() => Int, { description: 'Number of skipped world objects.' })
  worldObjects: number

  @Field(() => Int, { description: 'Number of skipped summaries.' })
  summaries: number

  @Field(() => Int, { description: 'Number of skipped claims and relations between claims.' })
  claims: number

  @Field(() => Int, { description: 'Number of skipped annotations.' })
  annotations: number

  @Field(() => Int, { description: 'Number of these annotations that have boxes.' })
  sequenceAnnotations: number

  @Field(() => Int, { description: 'Number of lines of an unknown type.' })
  unknown: number
}

@ObjectType({ description: 'What became of the lines of the file: each is imported, skipped, excluded or failed.' })
export class ImportSummary {
  @Field(() => Int, { description: 'Number of lines of the file that are not blank.' })
  totalLines: number

  @Field(() => Int, {
    description: 'Number of lines that were imported, skipped, or only inform (types video, metadata).',
  })
  processedLines: number

  @Field(() => ImportedItems, { description: 'Imported items by kind; all 0 when nothing was kept.' })
  importedItems: ImportedItems

  @Field(() => SkippedItems, { description: 'Skipped lines by kind.' })
  skippedItems: SkippedItems

  @Field(() => Int, {
    description: 'Number of lines outside the scope in the options, or that only inform (types video, metadata).',
  })
  excludedLines: number

  @Field(() => Int, { description: 'Number of lines that failed, or that were undone because the import failed.' })
  failedLines: number

  @Field(() => Int, {
    description: 'Number of placeholders created for missing references; counted in `importedItems`, but not as lines.',
  })
  placeholderItems: number

  @Field(() => Int, {
    description:
      'Number of imported lines that are likely repeats: something of the same content exists where they go. `warnings` ' +
      'names up to 200 of each kind, with the type `likely_repeat`.',
  })
  likelyRepeats: number
}

@ObjectType({ description: 'A warning or an error of an import.' })
export class ImportNote {
  @Field(() => Int, { description: 'Number of the line of the file, from 1; 0 for the import as a whole.' })
  line: number

  @Field(() => String, { description: 'Code of the kind of warning or error, such as `missing_reference`.' })
  type: string

  @Field(() => String, { description: 'Explanation for people.' })
  message: string
}

@ObjectType({
  description:
    'A line that conflicts with stored data, with an earlier line, or has a missing reference, and its resolution.',
})
export class ImportConflict {
  @Field(() => String, { description: 'Code of the kind of conflict, such as `duplicate-persona`.' })
  type: string

  @Field(() => Int, { description: 'Number of the line of the file, from 1.' })
  line: number

  @Field(() => ID, { nullable: true, description: 'ID of the item on the line; null when it has none.' })
  originalId: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the stored item; null when there is none.' })
  existingId: string | null

  @Field(() => String, { description: 'Explanation for people.' })
  details: string

  @Field(() => String, { description: 'Value of the option that decided, such as `skip`.' })
  resolution: string

  @Field(() => Json, {
    nullable: true,
    description: 'First and last frame of an overlap, as an array; otherwise null.',
  })
  frameRange?: unknown
}

@ObjectType('ImportReport', { description: 'What an import did or, for a preview, would do.' })
export class ImportReportType {
  @Field(() => Boolean, { description: 'Whether no error occurred; warnings do not count.' })
  success: boolean

  @Field(() => ImportSummary, { description: 'What became of the lines, in numbers.' })
  summary: ImportSummary

  @Field(() => [ImportNote], { description: 'Why lines were skipped, and what else to check.' })
  warnings: ImportNote[]

  @Field(() => [ImportNote], { description: 'Why lines, or the whole import, failed.' })
  errors: ImportNote[]

  @Field(() => [ImportConflict], {
    description: 'Conflicts of lines with stored data or earlier lines, and how they were resolved.',
  })
  conflicts: ImportConflict[]
}

@ObjectType({ implements: Node, description: "An import in the user's import history." })
export class Import
  extends Node
  implements
    Pick<
      Selectable<ImportHistory>,
      'filename' | 'success' | 'importedBy' | 'itemsImported' | 'itemsSkipped' | 'createdAt' | 'importOptions'
    >
{
  @Field(() => ID, { nullable: true, description: 'ID of the user who imported the file.' })
  importedBy: string | null

  @Field(() => String, { description: 'Name of the uploaded file.' })
  filename: string

  @Field(() => Boolean, { description: 'Whether it ended without an error; false while it runs.' })
  success: boolean

  @Field(() => Int, { description: 'Number of imported items, placeholders included.' })
  itemsImported: number

  @Field(() => Int, { description: 'Number of skipped items.' })
  itemsSkipped: number

  @Field(() => Json, { description: 'The options as they were sent.' })
  importOptions: unknown

  @Field(() => DateTime, { description: 'When the import began.' })
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
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only imports without errors (true), or only the others (false).',
  })
  success?: boolean | null

  @Field(() => String, { nullable: true, description: 'Only imports whose file name contains this, ignoring case.' })
  search?: string | null

  @Field(() => DateTime, { nullable: true, description: 'Only imports begun at this time or later.' })
  since?: string | null

  @Field(() => DateTime, { nullable: true, description: 'Only imports begun before this time.' })
  until?: string | null
}
