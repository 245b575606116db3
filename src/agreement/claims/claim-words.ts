import { isNegation, wordsOf } from '@parallax/shared/telling-words.js'
import { language } from '../../documents/word-forms.js'
import { inTurns, type Clock } from '../../lib/fairness/turns.js'
import type { TextFacts } from './claim-verdict.js'
import { numbersIn } from './number-words.js'

/** Words that negate what follows without a negation: "fails to stop" is "does not stop". */
const denials = /^(?:fail(?:s|ed|ing|ure)?|lack(?:s|ed|ing)?|refus(?:e|es|ed|ing|al)|unable|absent|absence)$/

/** Returns the facts of each text. */
export async function factsOf(clock: Clock, texts: readonly string[]): Promise<TextFacts[]> {
  const { tagsOf } = await language()
  const facts: TextFacts[] = new Array<TextFacts>(texts.length)
  const isNameAlone = new Map<string, boolean>()
  await inTurns(
    clock,
    texts.length,
    (at) => {
      const text = texts[at]!
      const words = wordsOf(text)
      const first = words[0]?.text ?? ''
      // A sentence begins with a capital, so that its first word is a name only where it is one by itself.
      let isName = isNameAlone.get(first)
      if (isName === undefined) {
        isName = tagsOf(first).get(0)?.has('ProperNoun') ?? false
        isNameAlone.set(first, isName)
      }
      const numbers = numbersIn(text)
      facts[at] = {
        words: words.map(({ lower }) => lower).join(' '),
        names: words
          .filter((word, place) => word.isName || (place === 0 && isName))
          .map(({ lower }) => lower)
          .join(' '),
        numbers: numbers.filter((one) => one !== '1' && one !== '#1').join(' '),
        hasNumber: numbers.length > 0,
        isNegated: words.some(({ lower }) => isNegation(lower) || denials.test(lower)),
      }
    },
    4,
  )
  return facts
}
