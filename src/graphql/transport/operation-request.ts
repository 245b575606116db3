import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import { presentedToken } from '../../http/bearer.js'
import type { PersistedDocuments } from '../documents/persisted-documents.js'

/**
 * Returns the request in the form that Apollo accepts, with the text of a persisted document filled in. A GET can only
 * query. If its header Sec-Fetch-Site names another site, it needs the headers that force a preflight. A GET from this
 * server's own pages does not, nor does a GET from a program: programs send neither that header nor a user's cookies.
 * The cookie of a request with a token is ignored.
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
