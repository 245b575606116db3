import { requireActor } from '../../access/actor.js'
import type { Context } from '../../context.js'
import { glossText, isGlossItem } from '../../documents/gloss.js'
import { AppError } from '../../lib/errors.js'
import { isObject } from '../../lib/json-walk.js'
import { normalUuid } from '../../lib/uuid.js'
import { typesOfPersonas } from '../ontology.service.js'
import { getPersona } from '../persona.service.js'
import { mostSuggestions, type Suggestions } from './correspondence.shape.js'
import { selectCorrespondences } from './correspondence.sql.js'
import { comparedTypes, Pairs, suggestByOntologies, type Compared } from './suggest.js'

/** The most types of each persona whose meaning a model compares, in the order of the ontology. */
const mostForModel = 100
/** The most characters of a definition that the model reads. */
const longest = 500

/**
 * Suggests correspondences between the types of two personas (entity, event and role types, each kind among itself)
 * that have none yet. A model compares the names and definitions of types for which nothing else suggests an equal;
 * the answer tells if it could not. Throws NOT_FOUND when the actor may not read both personas, and VALIDATION_ERROR
 * when they are the same.
 */
export async function suggestCorrespondences(
  ctx: Context,
  personaId: string,
  otherPersonaId: string,
): Promise<Suggestions> {
  requireActor(ctx)
  const [firstId, secondId] = [normalUuid(personaId), normalUuid(otherPersonaId)]
  await getPersona(ctx, firstId)
  if (secondId !== firstId) await getPersona(ctx, secondId)
  const rows = await typesOfPersonas(ctx, [firstId, secondId])
  const first = await comparedTypes(ctx.budget, rows[0] ?? [])
  const second = secondId === firstId ? [] : await comparedTypes(ctx.budget, rows[1] ?? [])
  const pairs = new Pairs(firstId, await selectCorrespondences(ctx.db, [firstId, secondId]))
  await suggestByOntologies(ctx.budget, pairs, first, second)
  const meaning = await suggestByMeaning(ctx, pairs, first, second)
  const all = pairs.sorted()
  return { suggestions: all.slice(0, mostSuggestions), left: Math.max(0, all.length - mostSuggestions), ...meaning }
}

const modelNote = (why: string) => `The meaning of names and definitions was not compared: ${why}`

/** Adds what the model finds to be the same, among types without an equal. Returns what the answer tells of that. */
async function suggestByMeaning(
  ctx: Context,
  pairs: Pairs,
  first: readonly Compared[],
  second: readonly Compared[],
): Promise<Pick<Suggestions, 'isMeaningCompared' | 'note'>> {
  const open = [
    first.filter(({ typeId }) => !pairs.ofFirst.has(typeId)),
    second.filter(({ typeId }) => !pairs.ofSecond.has(typeId)),
  ] as const
  if (open.some((types) => types.length === 0)) return { isMeaningCompared: false, note: null }
  const [own, others] = [open[0].slice(0, mostForModel), open[1].slice(0, mostForModel)]
  const texts = [...own, ...others].map(textOf)
  try {
    const options = { signal: ctx.clientGone(), waits: ctx.budget.person }
    const answer = await ctx.modelService.ask('equalTexts', { texts }, options)
    for (const [a, b] of answer.pairs) {
      const [one, other] = [own[Math.min(a, b)], others[Math.max(a, b) - own.length]]
      if (one && other && one.kind === other.kind) pairs.add(one, other, 'meaning')
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isMeaningCompared: false, note: modelNote(error.message) }
  }
  const left = open[0].length + open[1].length - texts.length
  return {
    isMeaningCompared: true,
    note: left === 0 ? null : modelNote(`only ${mostForModel} types of each persona are, ${left} types were left out`),
  }
}

/** Returns what the model reads of a type: its name, and its definition or gloss if it has one. */
function textOf({ name, body }: Compared): string {
  const { definition, gloss } = isObject(body) ? body : {}
  const items = Array.isArray(gloss) ? gloss.filter(isGlossItem) : []
  const text = items.length ? glossText(items) : typeof definition === 'string' ? definition : ''
  return text.trim() === '' ? name : `${name}: ${text.slice(0, longest)}`
}
