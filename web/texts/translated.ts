import type { texts } from './en.js'

/** The type of the texts in another language: texts where English has texts, and functions with the same parameters. */
type Translated<T> = T extends string
  ? string
  : T extends (...parameters: never[]) => unknown
    ? T
    : { [K in keyof T]: Translated<T[K]> }

export type Texts = Translated<typeof texts>
