import { ArgsType } from 'type-graphql'
import { addArguments, objectOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import {
  goneWith,
  restoredItem,
  trashConditions,
  trashItem,
  type RestoredItem as Restored,
  type TrashItem as Item,
} from './trash.shape.js'

export const GoneWith = objectOf<Item['goneWith'][number]>(goneWith)
export const TrashItem = objectOf<Item>(trashItem)
export const TrashItemConnection = connectionType('TrashItem', () => TrashItem)
export const RestoredItem = objectOf<Restored>(restoredItem)

@ArgsType()
export class TrashArgs extends PageArgs {}
addArguments(TrashArgs, trashConditions)
