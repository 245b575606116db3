/** The grammar of compromise, loaded when the first text is read, because many processes never read one. */
interface Language {
  singular(word: string): string
  infinitives(word: string): string[]
  /** Returns the tags of each word of a text, by the offset of the word's first character. */
  tagsOf(text: string): ReadonlyMap<number, ReadonlySet<string>>
}

interface Transforms {
  noun: { toSingular(word: string, model: unknown): string; toPlural(word: string, model: unknown): string }
  verb: { toInfinitive(word: string, model: unknown, tense: string): string }
}
interface Sentence {
  terms: { tags: string[]; offset: { start: number } }[]
}

const tenses = ['PastTense', 'PresentTense', 'Gerund', 'Participle']

let loaded: Promise<Language> | undefined

/** Returns the rules of English for inflected words and for the roles of words in sentences. */
export function language(): Promise<Language> {
  return (loaded ??= import('compromise/two').then(({ default: nlp }) => {
    const model: unknown = nlp.model()
    const { noun, verb } = (nlp as unknown as { methods(): { two: { transform: Transforms } } }).methods().two.transform
    return {
      singular(word) {
        const singular = noun.toSingular(word, model)
        // "wolfs" is not the plural of wolf.
        return word === `${singular}s` && noun.toPlural(singular, model) !== word ? word : singular
      },
      infinitives: (word) => tenses.map((tense) => verb.toInfinitive(word, model, tense)),
      tagsOf(text) {
        const sentences = nlp(text).json({ offset: true, terms: { tags: true } }) as Sentence[]
        return new Map(
          sentences.flatMap(({ terms }) => terms.map(({ tags, offset }) => [offset.start, new Set(tags)] as const)),
        )
      },
    }
  }))
}
