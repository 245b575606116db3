import type { Texts } from './texts/translated.js'

/** The languages of the desk, each in a separate file. */
const languages = { en: () => import('./texts/en.js'), de: () => import('./texts/de.js') }
type Language = keyof typeof languages

/** The first of the browser's languages that the desk supports, or else English. */
export const language: Language =
  navigator.languages.map((tag) => tag.slice(0, 2) as Language).find((tag) => tag in languages) ?? 'en'
document.documentElement.lang = language

/**
 * Every text of the desk, in the language of the browser. Modules that import it wait for it, and may use it as they
 * load.
 */
export const texts: Texts = (await languages[language]()).texts
