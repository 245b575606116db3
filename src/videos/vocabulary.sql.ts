import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { VocabularyTerm } from './vocabulary.shape.js'

export function selectVocabulary(db: Database): Promise<VocabularyTerm[]> {
  return db.selectFrom('detectionTerms').select(['term', 'classes']).orderBy('term').execute()
}

/** Replaces all terms in one statement: terms that are left out are deleted, even during concurrent writes. */
export async function saveVocabulary(db: Database, terms: readonly VocabularyTerm[]): Promise<void> {
  const rows = JSON.stringify(terms)
  await sql`with given as (
      select term, array(select json_array_elements_text(classes)) as classes
        from json_to_recordset(${rows}::json) as t(term text, classes json)),
    gone as (delete from detection_terms where term not in (select term from given))
    insert into detection_terms (term, classes) select term, classes from given
    on conflict (term) do update set classes = excluded.classes`.execute(db)
}
