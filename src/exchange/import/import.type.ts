import type { Selectable } from 'kysely'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import type { ImportHistory } from '../../database/schema.js'
import { objectOf } from '../../graphql/classes.js'
import { connectionType } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { DateTime, Json } from '../../graphql/scalars.js'
import { importReport } from '../exchange.shape.js'

export const ImportReportType = objectOf(importReport)

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
