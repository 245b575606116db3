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

/** The most documents in the cache; the least recently used one is evicted first. */
const keptDocuments = 1000

/**
 * Persisted documents in one of three modes: `off` runs any document, `report` logs those that are not registered,
 * `enforce` refuses them. An id is the hash of the text after `sha256:`, so a document never changes under its id. The
 * documents of the desk (the web front end) need no registration.
 */
export function openPersistedDocuments({
  db,
  config,
  log,
}: Pick<Services, 'db' | 'config' | 'log'>): PersistedDocuments {
  const mode = config.graphql.persistedDocuments
  const ofDesk = findDesk(config)?.documents
  const cache = new Map<string, string>()

  async function find(hash: string): Promise<string | undefined> {
    const own = ofDesk?.get(hash)
    if (own !== undefined) return own
    const source = cache.get(hash) ?? (await selectPersistedDocument(db, hash))
    if (source === undefined) return undefined
    cache.delete(hash)
    cache.set(hash, source)
    for (const oldest of cache.keys()) if (cache.size > keptDocuments) cache.delete(oldest)
    return source
  }

  return {
    async documentFor({ query, documentId }) {
      if (documentId !== undefined && documentId !== null) {
        const hash = hashIn(documentId)
        if (typeof query === 'string' && hashOf(query) !== hash) throw mismatch()
        const source = await find(hash)
        if (source === undefined) throw notFound('Persisted document')
        return source
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
