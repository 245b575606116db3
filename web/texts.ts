import type { texts as english } from './texts/en.js'

/** The same texts in another language: where English has a text, a text; functions take the same. */
type Translated<T> = T extends string
  ? string
  : T extends (...given: never[]) => unknown
    ? T
    : { [K in keyof T]: Translated<T[K]> }
export type Texts = Translated<typeof english>

/** The languages of the desk, each in a file of its own. */
const languages = { en: () => import('./texts/en.js'), de: () => import('./texts/de.js') }
type Language = keyof typeof languages

/** The first of the browser's languages that the desk speaks, else English. */
export const language: Language =
  navigator.languages.map((tag) => tag.slice(0, 2) as Language).find((tag) => tag in languages) ?? 'en'
document.documentElement.lang = language

/** Every text of the desk, in the language of the browser. Modules wait for it, and may use it as they load. */
export const texts: Texts = (await languages[language]()).texts
