import { requireAdmin } from '../access/require.js'
import type { Context } from '../context.js'
import { validation } from '../lib/errors.js'
import type { VocabularyTerm } from './vocabulary.schema.js'
import { saveVocabulary, selectVocabulary } from './vocabulary.sql.js'

/** What administrators have put down of words and the detector's classes, by term; for administrators. */
export async function getVocabulary(ctx: Context): Promise<VocabularyTerm[]> {
  requireAdmin(ctx)
  return selectVocabulary(ctx.db)
}

/** Puts this vocabulary in the place of the one there was. Terms are kept in lower case, each once. */
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

/** The member of a request to the model service that says it; nothing where nobody has put down any. */
export async function vocabularyMember(ctx: Context): Promise<{ vocabulary?: Record<string, string[]> }> {
  const terms = await selectVocabulary(ctx.db)
  if (!terms.length) return {}
  return { vocabulary: Object.fromEntries(terms.map(({ term, classes }) => [term, classes])) }
}
