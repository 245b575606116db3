import type { Services } from '../../context.js'
import { type AppError, forbidden, notFound, validation } from '../../lib/errors.js'
import { findDesk } from '../../http/desk.js'
import { hashOf } from './document.js'
import { selectPersistedDocument } from './persisted-document.sql.js'

export interface PersistedDocuments {
  /**
   * Returns the source of the document to run: the source of the id, or the passed text if the mode allows it, or
   * undefined without both. Throws NOT_FOUND for an unknown id, VALIDATION_ERROR for a malformed id or the id of
   * another text, and FORBIDDEN for a text that the mode refuses.
   */
  documentFor(request: { query?: unknown; documentId?: unknown }): Promise<string | undefined>
}

const kept = 1000

/**
 * Persisted documents in one of three modes: `off` runs any document, `report` logs those that are not registered,
 * `enforce` refuses them. An id is `sha256:` and the hash of the text, so a document never changes under its id. The
 * documents of the desk (the web front end) need no registration.
 */
export function openPersistedDocuments({
  db,
  config,
  log,
}: Pick<Services, 'db' | 'config' | 'log'>): PersistedDocuments {
  const mode = config.graphql.persistedDocuments
  const ofDesk = findDesk(config)?.documents
  const known = new Map<string, string>()

  async function find(hash: string): Promise<string | undefined> {
    const own = ofDesk?.get(hash)
    if (own !== undefined) return own
    const found = known.get(hash) ?? (await selectPersistedDocument(db, hash))
    if (found === undefined) return undefined
    known.delete(hash)
    known.set(hash, found)
    for (const oldest of known.keys()) if (known.size > kept) known.delete(oldest)
    return found
  }

  return {
    async documentFor({ query, documentId }) {
      if (documentId !== undefined && documentId !== null) {
        const hash = hashIn(documentId)
        if (typeof query === 'string' && hashOf(query) !== hash) throw mismatch()
        const found = await find(hash)
        if (found === undefined) throw notFound('Persisted document')
        return found
      }
      if (typeof query !== 'string') return undefined
      if (mode === 'off' || query.length > config.graphql.limits.length || (await find(hashOf(query))) !== undefined)
        return query
      if (mode === 'enforce') throw forbidden('Only registered documents are accepted; send the documentId of one')
      log.warn(
        { documentId: `sha256:${hashOf(query)}`, start: query.slice(0, 100) },
        'a document that is not registered',
      )
      return query
    },
  }
}

function hashIn(documentId: unknown): string {
  const hash = typeof documentId === 'string' ? /^(?:sha256:)?([0-9a-f]{64})$/.exec(documentId)?.[1] : undefined
  if (!hash) throw validation([{ field: 'documentId', message: 'must be sha256: and 64 hexadecimal characters' }])
  return hash
}

function mismatch(): AppError {
  return validation([{ field: 'documentId', message: 'is not the id of the query that came with it' }])
}
