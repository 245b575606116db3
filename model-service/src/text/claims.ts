import { setImmediate } from 'node:timers/promises'
import { locate, sentencesOf } from '@parallax/shared/sentences.js'
import { elapsedSeconds } from '../elapsed.js'
import type { ExtractClaimsRequest } from '../text.schema.js'
import { clausesOf, hasVerb } from './clauses.js'
import { mentionCounter } from './mentions.js'

export interface ExtractedClaim {
  text: string
  sentence_index: number | null
  /** UTF-16 offsets into summary_text, end exclusive; null for a sentence that does not occur there. */
  char_start: number | null
  char_end: number | null
  subclaims: ExtractedClaim[]
  confidence: number
  claim_type: string
}

const mostScannedSentences = 5000
const sentencesPerTurn = 4

/**
 * Extracts claims from a text: its sentences, their clauses, or both as parents and children. max_claims limits claims
 * and subclaims together (MS-07).
 */
export async function extractClaims(request: ExtractClaimsRequest, signal: AbortSignal) {
  const startedAt = performance.now()
  const rate = claimRater(request)
  const spans = request.sentences ? locate(request.sentences, request.summary_text) : sentencesOf(request.summary_text)
  const claims: ExtractedClaim[] = []
  let left = request.max_claims
  let sentenceIndex = 0
  for (const sentence of spans) {
    if (left <= 0 || sentenceIndex >= mostScannedSentences) break
    // Tagging a sentence takes some milliseconds, so other requests run in between.
    if (sentenceIndex % sentencesPerTurn === 0) await setImmediate(undefined, { signal })
    for (const claim of claimsOfSentence(sentence, sentenceIndex, request.extraction_strategy, rate)) {
      if (left <= 0 || claim.confidence < request.min_confidence) continue
      claim.subclaims = claim.subclaims
        .filter((subclaim) => subclaim.confidence >= request.min_confidence)
        .slice(0, left - 1)
      claims.push(claim)
      left -= 1 + claim.subclaims.length
    }
    sentenceIndex += 1
  }
  return {
    summary_id: request.summary_id,
    claims,
    model_used: 'baseline-sentences',
    processing_time: elapsedSeconds(startedAt),
  }
}

function claimsOfSentence(
  sentence: { text: string; start: number | null },
  sentenceIndex: number,
  strategy: ExtractClaimsRequest['extraction_strategy'],
  rate: (text: string) => Rating,
): ExtractedClaim[] {
  if (!/[\p{L}\p{N}]/u.test(sentence.text)) return []
  const claim = (text: string, offset: number): ExtractedClaim => ({
    text,
    sentence_index: sentenceIndex,
    char_start: sentence.start === null ? null : sentence.start + offset,
    char_end: sentence.start === null ? null : sentence.start + offset + text.length,
    subclaims: [],
    ...rate(text),
  })
  if (strategy === 'sentence-based') return [claim(sentence.text, 0)]
  const clauses = clausesOf(sentence.text).map((clause) => claim(clause.text, clause.start))
  if (strategy === 'semantic-units') return clauses
  return [{ ...claim(sentence.text, 0), subclaims: clauses.length > 1 ? clauses : [] }]
}

interface Rating {
  confidence: number
  claim_type: string
}

/**
 * Returns a function that rates a claim. Confidence starts at 0.6: +0.15 for a verb, +0.1 per ontology or annotation
 * name (two at most), -0.15 for hedging words, -0.4 for a question, -0.2 for fewer than three words.
 */
function claimRater(request: ExtractClaimsRequest): (text: string) => Rating {
  const mentions = mentionCounter([
    ...(request.ontology_types ?? []),
    ...Object.keys(request.ontology_glosses ?? {}),
    ...(request.annotations ?? []).map(({ name }) => name),
  ])
  return (text) => {
    const mentioned = mentions(text)
    const confidence =
      0.6 +
      (hasVerb(text) ? 0.15 : 0) +
      0.1 * Math.min(2, mentioned) -
      (/\b(?:may|might|could|possibly|perhaps|probably|apparently|seems?|appears?|likely|unclear)\b/i.test(text)
        ? 0.15
        : 0) -
      (/\?\s*$/.test(text) ? 0.4 : 0) -
      (text.split(/\s+/).length < 3 ? 0.2 : 0)
    return {
      confidence: Math.round(Math.min(0.95, Math.max(0.05, confidence)) * 100) / 100,
      claim_type: claimType(text),
    }
  }
}

const claimTypes: [RegExp, string][] = [
  [/\b(?:because|caus(?:e|es|ed|ing)|due to|led to|leads to|result(?:s|ed) in|therefore)\b/i, 'causal'],
  [
    /\b(?:before|after|during|until|since|then|later|while|when|\d{1,2}:\d{2}|seconds?|minutes?|hours?|days?|(?:19|20)\d\d)\b/i,
    'temporal',
  ],
  [
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|percent|more than|fewer than|less than)\b/i,
    'quantitative',
  ],
  [
    /\b(?:near|above|below|behind|beside|inside|outside|north|south|east|west|left|right|across|between|at the|in the|on the)\b/i,
    'spatial',
  ],
]

/** Returns the first type whose cue words occur: causal, temporal, quantitative or spatial; else factual. */
function claimType(text: string): string {
  return claimTypes.find(([cue]) => cue.test(text))?.[1] ?? 'factual'
}
