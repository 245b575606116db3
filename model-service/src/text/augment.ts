import { setImmediate } from 'node:timers/promises'
import { sentencesOf } from '@parallax/shared/sentences.js'
import { stableId } from '../stable-id.js'
import type { AugmentRequest } from '../text.schema.js'
import { gerundOf, phrasesOf, thirdPersonOf } from './phrases.js'
import type { Phrase } from './phrases.js'

interface Candidate {
  name: string
  count: number
  /** Sentences that contain it, at most three. */
  examples: string[]
}

const longestText = 20_000
const longestExample = 200

/** Suggests types from the words of the domain text: the most frequent first, then in the order of the text (MS-06). */
export async function augmentOntology(request: AugmentRequest, signal: AbortSignal) {
  const text = request.domain.slice(0, longestText)
  const existing = new Set(
    request.existing_types.flatMap((name) => [comparable(name), comparable(name).replace(/s$/, '')]),
  )
  const candidates = new Map<string, Candidate>()
  let sentenceCount = 0
  for (const sentence of sentencesOf(text)) {
    await setImmediate(undefined, { signal })
    sentenceCount += 1
    for (const name of phrasesOf(sentence.text).flatMap((phrase) => typeName(phrase, request.target_category))) {
      const key = comparable(name)
      if (existing.has(key)) continue
      const candidate = candidates.get(key) ?? { name, count: 0, examples: [] }
      candidate.count += 1
      const example =
        sentence.text.length > longestExample ? `${sentence.text.slice(0, longestExample - 1)}…` : sentence.text
      if (candidate.examples.length < 3 && !candidate.examples.includes(example)) candidate.examples.push(example)
      candidates.set(key, candidate)
    }
  }
  const ranked = [...candidates.values()].sort((a, b) => b.count - a.count).slice(0, request.max_suggestions)
  const suggestions = ranked.map((candidate) => ({
    name: candidate.name,
    description: `${describedAs[request.target_category]} that the text mentions ${times(candidate.count)}`,
    parent: parentOf(candidate.name, request, candidates),
    confidence: Math.round(Math.min(0.9, 0.3 + 0.15 * candidate.count) * 100) / 100,
    examples: candidate.examples,
  }))
  const left = request.existing_types.length
  const notes = [
    left && ` ${counted(left, 'type')} that the persona has already ${left === 1 ? 'was' : 'were'} left out.`,
    request.domain.length > longestText && ` Only the first ${longestText} characters were read.`,
  ]
  return {
    id: stableId('augment', request),
    persona_id: request.persona_id,
    target_category: request.target_category,
    suggestions,
    model_used: 'baseline-phrases',
    reasoning:
      `Taken from the ${described[request.target_category]} of ${counted(sentenceCount, 'sentence')}, most frequent first.` +
      notes.filter(Boolean).join(''),
  }
}

const described = {
  entity: 'nouns',
  event: 'verbs and nouns of action',
  role: 'nouns for people who act',
  relation: 'verbs',
}
const describedAs = { entity: 'Thing', event: 'Action', role: 'Actor', relation: 'Verb' }

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function typeName(phrase: Phrase, category: AugmentRequest['target_category']): string[] {
  const isAction = phrase.kind === 'noun' && /(?:tion|sion|ment|ing|ance|ence|sal|val)$/.test(phrase.name)
  if (category === 'relation') return phrase.kind === 'verb' ? [thirdPersonOf(phrase.name)] : []
  if (category === 'role') return phrase.kind === 'actor' ? [capitalised(phrase.name)] : []
  if (category === 'event' && phrase.kind === 'verb') return [capitalised(gerundOf(phrase.name))]
  if (phrase.kind === 'verb' || (category === 'event' && !isAction)) return []
  return [capitalised(phrase.name)]
}

/** Returns the parent type of a phrase: its head noun, if that is a type or suggestion itself; otherwise null. */
function parentOf(name: string, request: AugmentRequest, candidates: Map<string, Candidate>): string | null {
  const words = name.split(' ')
  if (words.length < 2) return null
  const head = comparable(words.at(-1)!)
  return request.existing_types.find((type) => comparable(type) === head) ?? candidates.get(head)?.name ?? null
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Normalises a name for comparison: case, hyphens, underscores and spaces do not matter. */
export function comparable(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
