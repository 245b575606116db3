import type { GlossItem as Item } from '../documents/gloss.js'
import { glossItem } from '../lib/schema.js'
import { objectOf } from './classes.js'

export const GlossItem = objectOf<Item>(glossItem)
export type GlossItem = Item
