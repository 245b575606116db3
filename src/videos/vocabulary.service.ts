import { requireAdmin } from '../access/require.js'
import type { Context } from '../context.js'
import { validation } from '../lib/errors.js'
import type { VocabularyTerm } from './vocabulary.shape.js'
import { saveVocabulary, selectVocabulary } from './vocabulary.sql.js'

/**
 * Returns the vocabulary that administrators have entered, which maps words to classes of the detector, sorted by term.
 * For administrators only.
 */
export async function getVocabulary(ctx: Context): Promise<VocabularyTerm[]> {
  requireAdmin(ctx)
  return selectVocabulary(ctx.db)
}

/**
 * Replaces the vocabulary and returns it as stored. Terms are stored in lower case. Throws VALIDATION_ERROR for a term
 * that occurs twice.
 */
export async function replaceVocabulary(ctx: Context, terms: readonly VocabularyTerm[]): Promise<VocabularyTerm[]> {
  requireAdmin(ctx)
  const kept = terms.map(({ term, classes }) => ({ term: plain(term), classes: [...new Set(classes.map(plain))] }))
  const again = kept.findIndex(({ term }, at) => kept.findIndex((one) => one.term === term) < at)
  if (again >= 0) throw validation([{ field: `terms.${again}.term`, message: 'is there twice' }])
  const sorted = kept.sort((a, b) => (a.term < b.term ? -1 : 1))
  await saveVocabulary(ctx.db, sorted)
  return sorted
}

const plain = (word: string): string => word.toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the member of a request to the model service with the vocabulary; empty if the vocabulary is empty. */
export async function vocabularyMember(ctx: Context): Promise<{ vocabulary?: Record<string, string[]> }> {
  const terms = await selectVocabulary(ctx.db)
  if (!terms.length) return {}
  return { vocabulary: Object.fromEntries(terms.map(({ term, classes }) => [term, classes])) }
}
