import { ArgsType, Field, Float, ID, ObjectType } from 'type-graphql'
import { enumOf, rowsOf } from '../../graphql/classes.js'
import { connectionType } from '../../graphql/connection.js'
import { Node } from '../../graphql/node.js'
import { orderedPageArgs } from '../../graphql/order.js'
import { jobStatus } from '../../jobs/job.shape.js'
import { frozenExportRecord, stateOfExport } from './frozen-export.shape.js'

const about = (name: keyof typeof stateOfExport) => ({ description: stateOfExport[name].description! })
const mayMiss = (name: keyof typeof stateOfExport) => ({ ...about(name), nullable: true })

@ObjectType({
  implements: Node,
  description: 'An export that a job writes into a file, which is kept for some days and can be downloaded in pieces.',
})
export class FrozenExport extends rowsOf(frozenExportRecord) {
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

export const FrozenExportConnection = connectionType('FrozenExport', () => FrozenExport)

const FrozenExportPageArgs = orderedPageArgs('FrozenExport', { CREATED_AT: 'createdAt', COMPLETED_AT: 'completedAt' })

@ArgsType()
export class FrozenExportsArgs extends FrozenExportPageArgs {}
