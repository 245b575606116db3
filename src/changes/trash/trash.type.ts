import { Type } from '@sinclair/typebox'
import { inputOf, objectOf } from '../../graphql/classes.js'
import { connectionType, PageArgs } from '../../graphql/connection.js'
import { filteredArgs } from '../../graphql/filter.js'
import {
  goneWith,
  restoredItem,
  trashConditions,
  trashItem,
  undoneDeletion,
  type Restored,
  type TrashItem as Item,
} from './trash.shape.js'

export const GoneWith = objectOf<Item['goneWith'][number]>(goneWith)
export const TrashItem = objectOf<Item>(trashItem)
export const TrashItemConnection = connectionType('TrashItem', () => TrashItem)
export const RestoredItem = objectOf<Restored>(restoredItem)
export const UndoneDeletion = objectOf<Restored>(undoneDeletion)

const TrashFilter = inputOf(
  'TrashFilter',
  'Conditions that every listed item of the trash meets.',
  Type.Object(trashConditions),
)
export const TrashArgs = filteredArgs(PageArgs, TrashFilter)
export type TrashArgs = InstanceType<typeof TrashArgs>
