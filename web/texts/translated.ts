import type { texts } from './en.js'

/** The same texts in another language: where English has a text, a text; functions take the same. */
type Translated<T> = T extends string
  ? string
  : T extends (...given: never[]) => unknown
    ? T
    : { [K in keyof T]: Translated<T[K]> }

export type Texts = Translated<typeof texts>
