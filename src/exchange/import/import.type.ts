import { GraphQLUpload, type FileUpload } from 'graphql-upload-minimal'
import { Field, InputType, ObjectType } from 'type-graphql'
import { objectOf, rowsOf } from '../../graphql/classes.js'
import { connectionType } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { DateTime, JsonObject } from '../../graphql/scalars.js'
import { importRecord, importReport } from '../exchange.shape.js'

export const ImportReportType = objectOf(importReport)

@ObjectType({ implements: Node, description: "An import in the user's import history." })
export class Import extends rowsOf(importRecord) {}

export const ImportConnection = connectionType('Import', () => Import)

const ImportPageArgs = orderedPageArgs('Import', {
  CREATED_AT: 'createdAt',
  FILENAME: 'filename',
  ITEMS_IMPORTED: 'itemsImported',
  ITEMS_SKIPPED: 'itemsSkipped',
})

@InputType({ description: 'Conditions that every listed import meets.' })
class ImportFilter {
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
export const ImportsArgs = filteredArgs(ImportPageArgs, ImportFilter)
export type ImportsArgs = InstanceType<typeof ImportsArgs>

@InputType({ description: 'A file to import.' })
export class ImportFileInput {
  @Field(() => GraphQLUpload, { description: 'The file: JSON Lines, CVAT or MOT.' })
  file: Promise<FileUpload>

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Options of the import, as REST takes them: conflictResolution, scope, validation, transaction, format and target.',
  })
  options?: object
}
