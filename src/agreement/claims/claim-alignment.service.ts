import type { ReviewState } from '../../access/review.shape.js'
import { leastAlikeInWords, textKey } from '../../claims/similar-texts.js'
import type { Context } from '../../context.js'
import { indexBy } from '../../lib/group-by.js'
import { alikeTexts } from '../../models/model-sentences.js'
import { inThreads } from '../threads/agreement-threads.js'
import type { AlignedPair, PairToAlign } from './align-pair.js'
import type { ClaimAlignment } from './claim-alignment.shape.js'
import { factsOf } from './claim-words.js'
import { comparedClaims } from './compared-claims.service.js'
import { opposedByRelations } from './opposing-relations.service.js'
import { statementsOf, type ComparedClaim, type Statement } from './statements.js'

export interface ClaimsToAlign {
  videoId: string
  personaIds: readonly string[]
  reviewStates: readonly ReviewState[]
}

/**
 * Compares the claims of the personas' summaries of a video, at all levels and as far as the actor may read them, for
 * each pair of personas. The callers have read the video and the personas. Rejects with the reason of `signal`.
 *
 * Two claims are close if the sentence model says so of their texts; without a model that can compare them, all are
 * compared by their words. See `alignPair` for what is made of it. Also returns
 * the claims of each persona.
 */
export async function alignClaims(
  ctx: Context,
  input: ClaimsToAlign,
  signal: AbortSignal,
): Promise<{ alignment: ClaimAlignment; claims: ReadonlyMap<string, readonly ComparedClaim[]> }> {
  const claims = await comparedClaims(ctx, input, signal)
  const opposed = await opposedByRelations(ctx, claims)
  const statements = await statementsOfAll(ctx, claims)
  const pairsOfPersonas = input.personaIds.flatMap((first, at) =>
    input.personaIds.slice(at + 1).map((second) => [first, second] as const),
  )
  const sides = pairsOfPersonas.map(([p, q]) => [statements.get(p) ?? [], statements.get(q) ?? []] as const)
  const close = await closeStatements(ctx, sides, signal)
  const tasks = sides.map(([first, second], at) => {
    const [p, q] = pairsOfPersonas[at]!
    return { first, second, close: close.pairs[at]!, opposed: opposed.get(`${p} ${q}`) ?? [] }
  })
  const aligned = await inThreads('alignPair', tasks, signal)
  const shared = new Set(aligned.flatMap(({ same }) => same.flatMap(({ first, second }) => [first, second])))
  const { model, threshold, comparedBy } = close
  const claimsOf = (personaId: string) => claims.get(personaId) ?? []
  const alignment = {
    ...{ model, threshold, comparedBy },
    pairs: pairsOfPersonas.map(([p, q], at) => shownPair([p, q], claimsOf(p).length, claimsOf(q).length, aligned[at]!)),
    supported: input.personaIds.map((personaId) => ({
      personaId,
      claims: claimsOf(personaId).length,
      supported: claimsOf(personaId).filter(({ id }) => shared.has(id)).length,
    })),
  }
  return { alignment, claims }
}

async function statementsOfAll(ctx: Context, claims: ReadonlyMap<string, readonly ComparedClaim[]>) {
  const texts = [...indexBy([...claims.values()].flat(), ({ text }) => textKey(text))]
  const facts = await factsOf(
    ctx.budget,
    texts.map(([, { text }]) => text),
  )
  const byKey = new Map(texts.map(([key], at) => [key, facts[at]!]))
  return new Map([...claims].map(([personaId, own]) => [personaId, statementsOf(own, (key) => byKey.get(key)!)]))
}

type Sides = readonly (readonly [readonly Statement[], readonly Statement[]])[]

interface Close {
  model: string | null
  threshold: number
  comparedBy: ClaimAlignment['comparedBy']
  /** The statements that are close, for each pair of personas. */
  pairs: PairToAlign['close'][]
}

/** Finds the statements that are close: all by one model or, if it cannot compare one of the pairs, all by words. */
async function closeStatements(ctx: Context, sides: Sides, signal: AbortSignal): Promise<Close> {
  const byWords = {
    ...{ model: null, threshold: leastAlikeInWords, comparedBy: 'words' as const },
    pairs: sides.map(() => null),
  }
  const pairs: PairToAlign['close'][] = []
  let told: { model: string; threshold: number } | undefined
  const waits = ctx.budget.person
  for (const [first, second] of sides) {
    if (!first.length || !second.length) {
      pairs.push(null)
      continue
    }
    const groups = new Map<string, number>()
    const [one, other] = [first, second].map((side) => ({
      texts: side.map(({ text }) => text),
      groups: side.map((statement) => groupOf(groups, statement)),
    }))
    const alike = await alikeTexts(ctx, one!, other!, { signal, ...(waits && { waits }) })
    if (!alike) return byWords
    told ??= alike
    pairs.push({
      first: Int32Array.from(alike.pairs, ([at]) => at),
      second: Int32Array.from(alike.pairs, ([, at]) => at),
      similarity: Float64Array.from(alike.pairs, ([, , similarity]) => similarity),
    })
  }
  if (!told) return byWords
  return { model: told.model, threshold: told.threshold, comparedBy: 'sentence-model', pairs }
}

/** Returns the number of the group of statements with the same numbers and as many negations. */
function groupOf(groups: Map<string, number>, { facts: { numbers, isNegated } }: Statement): number {
  const key = `${isNegated} ${numbers}`
  const group = groups.get(key) ?? groups.size
  groups.set(key, group)
  return group
}

function shownPair(personas: string[], first: number, second: number, aligned: AlignedPair) {
  const { same, opposed, onlyFirst, onlySecond } = aligned
  return {
    ...{ personas, first, second },
    same: same.length,
    opposed: opposed.length,
    onlyFirst: onlyFirst.length,
    onlySecond: onlySecond.length,
    f1: first + second ? (2 * same.length) / (first + second) : null,
    sameClaims: same,
    opposedClaims: opposed,
    onlyFirstClaims: onlyFirst,
    onlySecondClaims: onlySecond,
  }
}
