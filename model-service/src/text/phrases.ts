import nlp from 'compromise/two'

/** A noun phrase or a verb of a sentence. */
export interface Phrase {
  /** In lower case; a noun phrase with its last word in the singular, a verb in the infinitive. */
  name: string
  kind: 'noun' | 'actor' | 'verb'
}

interface Term {
  normal: string
  root?: string
  tags: string[]
}

const stopWords = new Set([
  'thing',
  'way',
  'kind',
  'type',
  'lot',
  'number',
  'time',
  'day',
  'year',
  'etc',
  'be',
  'have',
  'do',
  'get',
  'make',
  'go',
  'include',
  'need',
  'want',
  'use',
  'see',
])

/** Returns the noun phrases (adjectives and nouns before a head noun) and verbs of one sentence, in order. */
export function phrasesOf(sentence: string): Phrase[] {
  const document = nlp(sentence)
  document.compute('root')
  const terms = (document.json() as { terms: Term[] }[]).flatMap((one) => one.terms)
  const phrases: Phrase[] = []
  let open: Term[] = []
  const close = () => {
    const phrase = nounPhrase(open)
    if (phrase) phrases.push(phrase)
    open = []
  }
  for (const term of terms) {
    const has = (tag: string) => term.tags.includes(tag)
    const isNoun = has('Noun') && !has('Pronoun') && !has('Date') && !has('Possessive')
    if (isNoun || has('Adjective') || has('Gerund')) {
      // An adjective after a noun begins a new phrase.
      if (!isNoun && open.some((one) => one.tags.includes('Noun'))) close()
      open.push(term)
      if (!has('Gerund')) continue
    } else close()
    const root = term.root ?? term.normal
    if (has('Verb') && !has('Copula') && !has('Auxiliary') && !has('Modal') && isWord(root))
      phrases.push({ name: root, kind: 'verb' })
  }
  close()
  return phrases
}

/** Returns the -ing form of an infinitive. */
export function gerundOf(infinitive: string): string {
  // The last consonant is doubled after a short stressed vowel: "run", "transfer", "patrol".
  const isShort = infinitive.length <= 4 && /(?:[^aeiou]|^)[aeiou][bdgmnprt]$/.test(infinitive)
  if (isShort || /(?:fer|mit|pel|cur|gin|trol)$/.test(infinitive)) return `${infinitive}${infinitive.at(-1)}ing`
  if (/ie$/.test(infinitive)) return infinitive.replace(/ie$/, 'ying')
  return /[^eoy]e$/.test(infinitive) ? infinitive.replace(/e$/, 'ing') : `${infinitive}ing`
}

/** Returns the third person singular of a verb. */
export function thirdPersonOf(infinitive: string): string {
  if (/[^aeiou]y$/.test(infinitive)) return infinitive.replace(/y$/, 'ies')
  return /(?:s|x|z|ch|sh|o)$/.test(infinitive) ? `${infinitive}es` : `${infinitive}s`
}

function nounPhrase(terms: Term[]): Phrase | undefined {
  const head = terms.at(-1)
  if (!head?.tags.includes('Noun')) return undefined
  const headName = head.root ?? head.normal
  const words = [...terms.slice(0, -1).map((term) => term.normal), headName].slice(-3)
  if (!words.every((word) => /^[\p{L}][\p{L}\p{N}'-]*$/u.test(word)) || !isWord(headName)) return undefined
  return { name: words.join(' '), kind: head.tags.includes('Actor') ? 'actor' : 'noun' }
}

function isWord(text: string): boolean {
  return /^\p{L}[\p{L}'-]{2,}$/u.test(text) && !stopWords.has(text)
}
