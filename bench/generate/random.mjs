// Random numbers and words that are the same in every run.

/** Returns the 32-bit finalizer of MurmurHash3: a bijection in which every input bit affects every output bit. */
export function mix(h) {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export function hashText(text) {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** The random generator of one record (mulberry32). */
export class Rng {
  constructor(state) {
    this.state = state >>> 0
  }
  float() {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  /** Returns an integer from low to high, both included. */
  int(low, high) {
    return low + Math.floor(this.float() * (high - low + 1))
  }
  chance(p) {
    return this.float() < p
  }
  pick(list) {
    return list[Math.floor(this.float() * list.length)]
  }
  round(low, high, digits) {
    const unit = 10 ** digits
    return Math.round((low + this.float() * (high - low)) * unit) / unit
  }
}

export const ADJECTIVES =
  'red blue tall small northern armed empty crowded parked damaged white unmarked elderly masked local early'.split(' ')
export const NOUNS =
  'vehicle person crowd building checkpoint bridge convoy street market officer bag door camera truck banner child harbour tent'.split(
    ' ',
  )
const VERBS = 'enters leaves crosses observes carries blocks follows opens signals approaches films surrounds'.split(
  ' ',
)
// Not only ASCII, so that an encoding error on input or output is visible.
export const PLACES = ['Zürich', 'São Paulo', 'Kyiv', '東京', 'Aleppo', 'Reykjavík', 'Lagos', 'Łódź', 'Cairo', 'Quito']

export const noun = (r) => `${r.pick(ADJECTIVES)} ${r.pick(NOUNS)}`
export const clause = (r) => `the ${noun(r)} ${r.pick(VERBS)} the ${noun(r)}`
export const title = (text) => text[0].toUpperCase() + text.slice(1)
export const sentence = (r) => `${title(clause(r))} near ${r.pick(PLACES)}.`
