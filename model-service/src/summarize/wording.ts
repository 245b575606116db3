import type { Shot } from '../vision/shots.js'

type Look = Pick<Shot, 'brightness' | 'motion' | 'colour' | 'colourShare'>

const brightnessWords = [
  [0.12, 'very dark'],
  [0.3, 'dark'],
  [0.6, 'evenly lit'],
  [0.85, 'bright'],
  [Infinity, 'very bright'],
] as const
const motionWords = [
  [0.002, 'no motion'],
  [0.01, 'slight motion'],
  [0.04, 'moderate motion'],
  [Infinity, 'strong motion'],
] as const

/** Returns a description such as "dark, mostly blue picture with strong motion". */
export function lookOf(look: Look): string {
  const colour = look.colourShare >= 0.4 ? `mostly ${look.colour}` : `mixed (${look.colour} leads)`
  return `${word(brightnessWords, look.brightness)}, ${colour} picture with ${word(motionWords, look.motion)}`
}

/** Returns a duration such as "2.0 seconds", always with one decimal. */
export function seconds(value: number): string {
  return `${value.toFixed(1)} seconds`
}

/** Returns a count such as "1 shot" or "3 shots". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns free text as one line, cut to `most` characters, without final punctuation. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!?]+$/, '')
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}

function word(words: readonly (readonly [number, string])[], value: number): string {
  return words.find(([below]) => value < below)?.[1] ?? ''
}

const plurals: Record<string, string> = {
  person: 'people',
  sheep: 'sheep',
  skis: 'skis',
  scissors: 'scissors',
  knife: 'knives',
  mouse: 'mice',
}

export const pluralOf = (name: string): string =>
  plurals[name] ?? (/(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`)
const inPairs = new Set(['skis', 'scissors'])
/** Returns the article before the name of one object. */
export const articleOf = (name: string): string =>
  inPairs.has(name) ? 'a pair of' : /^[aeiou]/.test(name) ? 'an' : 'a'
export const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
