import { notesOf } from '../lib/described.js'
import type { GlossItem as Item } from '../lib/gloss.js'
import { glossItem } from '../lib/schema.js'
import { inputOf, objectOf } from './classes.js'

export const GlossItem = objectOf<Item>(glossItem)
export type GlossItem = Item
export const GlossItemInput = inputOf('GlossItemInput', notesOf(glossItem).about!, glossItem)
