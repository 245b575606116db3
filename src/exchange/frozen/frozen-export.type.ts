import { ArgsType, Field, Float, ID, ObjectType } from 'type-graphql'
import { rowsOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { connectionType } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { jobStatus } from '../../jobs/job.shape.js'
import { ExportScope } from '../export/export.type.js'
import { frozenExportRecord, stateOfExport } from './frozen-export.shape.js'

const about = (name: keyof typeof stateOfExport) => ({ description: stateOfExport[name].description! })
const mayMiss = (name: keyof typeof stateOfExport) => ({ ...about(name), nullable: true })

@ObjectType({
  implements: Node,
  description: 'An export that a job writes into a file, which is kept for some days and can be downloaded in pieces.',
})
export class FrozenExport extends rowsOf(frozenExportRecord) {
  @Field(() => ExportScope, { description: 'Whose content it holds.' })
  scope: string

  @Field(() => ID, {
    nullable: true,
    description:
      'With the scope PROJECT: ID of the project. With OWN: ID of the project whose world it holds; null for the personal ' +
      'world. Null with ALL.',
  })
  projectId: string | null

  @Field(() => enumOf(jobStatus), about('status'))
  status: string

  @Field(() => Float, about('progress'))
  progress: number

  @Field(() => String, mayMiss('error'))
  error: string | null

  @Field(() => ID, mayMiss('jobId'))
  jobId: string | null

  @Field(() => String, mayMiss('fileUrl'))
  fileUrl: string | null
}

/** Returns the id of the project of an export: that of its scope, or that whose world it holds. */
export function projectIdOf(row: object): string | null {
  const { scope, worldProjectId } = row as { scope: string; worldProjectId: string | null }
  return scope.startsWith('project:') ? scope.slice('project:'.length) : worldProjectId
}

export const FrozenExportConnection = connectionType('FrozenExport', () => FrozenExport)

const FrozenExportPageArgs = orderedPageArgs('FrozenExport', { CREATED_AT: 'createdAt', COMPLETED_AT: 'completedAt' })

@ArgsType()
export class FrozenExportsArgs extends FrozenExportPageArgs {}
