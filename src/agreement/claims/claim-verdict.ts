// What the sentence model does not tell: it puts "five cars" and "six cars", "Anna" and "Laura", "stops" and "does not
// stop" closer together (0.9) than two ways of saying one thing (0.8). These rules are for English; in other languages
// they still compare digits and names.

/** What the words of a text say that tells it from others; lists are joined by spaces. */
export interface TextFacts {
  /** In lower case. */
  words: string
  /** The words that are names, in lower case. */
  names: string
  /** The numbers but one, which "a" says too, so that texts with equal numbers have the same. */
  numbers: string
  hasNumber: boolean
  isNegated: boolean
}

/** What two texts that are close in meaning say of each other. */
export type Verdict = 'same' | 'negation' | 'number' | 'apart'

/** Words that exclude each other, in all their forms. */
const contraries = [
  ['left', 'right'],
  ['up upwards uphill upstairs', 'down downwards downhill downstairs'],
  ['on', 'off'],
  ['inside enter enters entered entering', 'outside exit exits exited exiting leave leaves leaving'],
  ['open opens opened opening', 'close closes closed closing shut shuts'],
  ['arrive arrives arrived arriving', 'depart departs departed departing leave leaves leaving'],
  ['win wins won winning', 'lose loses lost losing'],
  ['before', 'after'],
  ['above over', 'below under beneath underneath'],
  ['front', 'back rear behind'],
  ['north northern', 'south southern', 'east eastern', 'west western'],
  ['begin begins began begun beginning start starts started starting', 'end ends ended ending stop stops stopped'],
  ['accept accepts accepted accepting', 'reject rejects rejected rejecting'],
  ['rise rises rose risen rising', 'fall falls fell fallen falling', 'sink sinks sank sinking'],
  ['raise raises raised raising', 'lower lowers lowered lowering'],
  ['push pushes pushed pushing', 'pull pulls pulled pulling'],
  ['throw throws threw throwing', 'catch catches caught catching'],
  ['buy buys bought buying', 'sell sells sold selling'],
  ['sit sits sat sitting', 'stand stands stood standing', 'lie lies lay lying'],
  ['full', 'empty'],
  ['wet', 'dry'],
  ['fast quick quickly', 'slow slowly'],
  ['early', 'late'],
  ['day', 'night'],
  ['old older elderly', 'young younger'],
  ['long', 'short'],
  ['high', 'low'],
  ['large big', 'small little'],
  ['many', 'few'],
  ['all', 'none', 'some'],
  ['man men', 'woman women lady ladies', 'boy boys', 'girl girls'],
  ['he his him', 'she her'],
  ['red', 'blue', 'green', 'yellow', 'orange', 'white', 'black', 'grey gray', 'brown', 'pink', 'purple violet'],
].map((sides) => sides.map((side) => side.split(' ')))

/** The sides of contraries on which a word stands, as pairs of numbers of the contrary and of the side. */
const sidesOf = new Map<string, [contrary: number, side: number][]>()
contraries.forEach((sides, contrary) =>
  sides.forEach((words, side) =>
    words.forEach((word) => sidesOf.set(word, [...(sidesOf.get(word) ?? []), [contrary, side]])),
  ),
)

/**
 * Returns what two texts that are close in meaning say of each other: the same, the same but for a negation or for a
 * number, or something else, because a name differs, or a word whose contrary the other one has. A contrary and a
 * negation together say the same: "is not open" is "is closed".
 */
export function verdictOf(a: TextFacts, b: TextFacts): Verdict {
  const [words, others] = [a, b].map((one) => new Set(one.words.split(' ')))
  const lacks = (one: TextFacts, other: ReadonlySet<string>) =>
    one.names !== '' && one.names.split(' ').some((name) => !other.has(name))
  if (lacks(a, others!) || lacks(b, words!)) return 'apart'
  const [isNegated, isCounted] = [a.isNegated !== b.isNegated, a.numbers !== b.numbers]
  if (isContrary(words!, others!)) return isNegated && !isCounted ? 'same' : 'apart'
  if (isNegated) return isCounted ? 'apart' : 'negation'
  if (!isCounted) return 'same'
  return a.hasNumber && b.hasNumber ? 'number' : 'apart'
}

/** Returns whether a word of one text alone excludes a word of the other text alone. */
function isContrary(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const sidesIn = (words: ReadonlySet<string>) => {
    const sides = new Map<number, Set<number>>()
    for (const word of words)
      for (const [contrary, side] of sidesOf.get(word) ?? [])
        sides.set(contrary, (sides.get(contrary) ?? new Set()).add(side))
    return sides
  }
  const others = sidesIn(b)
  for (const [contrary, own] of sidesIn(a)) {
    const other = others.get(contrary)
    if (other && ![...own].some((side) => other.has(side))) return true
  }
  return false
}
