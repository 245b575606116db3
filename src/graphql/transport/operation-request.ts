import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import { presentedToken } from '../../http/bearer.js'
import type { PersistedDocuments } from '../documents/persisted-documents.js'

/**
 * The request in the form that Apollo takes, with the text of a persisted document filled in. A GET can only query.
 * Browsers tell in Sec-Fetch-Site where a GET comes from: from another site it needs the headers that force a
 * preflight; from this server's own pages it does not, nor from programs, which send no such header and carry nobody's
 * cookies. A request by a token carries no cookie at all.
 */
export async function operationRequest(
  request: FastifyRequest,
  persisted: PersistedDocuments,
): Promise<HTTPGraphQLRequest> {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const site = request.headers['sec-fetch-site']
  const get = request.method === 'GET'
  const ownGet = get && (site === undefined || site === 'same-origin' || site === 'none')
  if (ownGet || presentedToken(request) !== undefined) headers.set('apollo-require-preflight', 'true')
  const search = new URLSearchParams(request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '')
  const members = get
    ? { query: search.get('query') ?? undefined, documentId: search.get('documentId') }
    : membersOf(request.body)
  const query = await persisted.documentFor(members)
  const as = (body: unknown) => ({ method: request.method, headers, search: search.toString(), body })
  if (query === undefined || query === members.query) return as(request.body)
  search.set('query', query)
  return as({ ...membersOf(request.body), query })
}

function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
