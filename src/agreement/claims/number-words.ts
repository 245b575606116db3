const units: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen'
  )
    .split(' ')
    .map((word, value) => [word, value]),
)
const tens: Readonly<Record<string, number>> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 20 + 10 * at]),
)
const powers: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 }
const ordinals: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
    'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
  )
    .split(' ')
    .map((word, at) => [word, at + 1]),
)

/**
 * Returns the numbers of a text in ascending order, whether they are written in digits or in English words: `45` for
 * "forty-five", `24` for "two dozen", `2` for "both" and "a pair of". Ordinals are told from counts: `#2` for "second"
 * and "2nd".
 */
export function numbersIn(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?|\p{L}+/gu) ?? []
  const numbers: string[] = []
  let open: number | null = null
  const close = () => {
    if (open !== null) numbers.push(String(open))
    open = null
  }
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const value = valueOf(word, next)
    if (word in powers) open = raised(open, powers[word]!)
    else if (word === 'dozen') open = 12 * (open ?? 1)
    else if (typeof value === 'number') {
      const isPart: boolean = open !== null && !/\d/.test(word) && fits(open, value)
      if (!isPart) close()
      open = isPart ? open! + value : value
    } else if (
      !(word === 'and' && open !== null && open >= 100 && next !== undefined && next in { ...units, ...tens })
    ) {
      close()
      if (value !== undefined) numbers.push(value)
    }
  }
  close()
  return numbers.sort()
}

/** Returns the number that a word is, an ordinal as text; undefined for another word. */
function valueOf(word: string, next: string | undefined): number | string | undefined {
  if (/^\d/.test(word)) {
    const [digits = ''] = /^[\d.,:]+/.exec(word) ?? []
    const plain = digits.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.')
    if (digits !== word) return `#${plain}`
    return Number.isFinite(Number(plain)) ? Number(plain) : plain
  }
  if (word in units) return units[word]
  if (word in tens) return tens[word]
  if (word in ordinals) return `#${ordinals[word]}`
  if (word === 'both' || ((word === 'pair' || word === 'couple') && next === 'of')) return 2
  return undefined
}

/** Returns whether a number word continues the number before it, as in "forty five" and "two hundred ten". */
const fits = (open: number, value: number): boolean =>
  open % 100 === 0 ? open >= 100 && value < 100 : open >= 20 && open % 10 === 0 && value > 0 && value < 10

/** Returns the number after a power: 200 for "two hundred", and 3,500 for "three thousand five hundred". */
function raised(open: number | null, power: number): number {
  if (open === null) return power
  const last = open % power || open
  return open - last + last * power
}
