import { ArgsType, Field, ID } from 'type-graphql'
import { addInputs, objectOf } from '../../graphql/classes.js'
import { enumOf } from '../../graphql/enums.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import type { HistoryKind } from '../../kinds.js'
import {
  historyChange,
  historyEntry,
  historyKind,
  historyParams,
  historyPart,
  restoredVersion,
  type HistoryChange as Change,
  type HistoryEntry as Entry,
  type RestoredVersion as Restored,
} from './history.shape.js'

export const HistoryChangeType = objectOf<Change>(historyChange)
export const HistoryEntry = objectOf<Entry>(historyEntry)
export const HistoryEntryConnection = connectionType('HistoryEntry', () => HistoryEntry)
export const RestoredVersion = objectOf<Restored>(restoredVersion)

@ArgsType()
export class HistoryArgs extends PageArgs {
  @Field(() => enumOf(historyKind), { description: historyParams.kind.description! })
  kind: HistoryKind

  @Field(() => ID, { description: historyParams.id.description! })
  id: string
}
addInputs(HistoryArgs, historyPart)
