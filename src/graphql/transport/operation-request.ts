import { HeaderMap, type HTTPGraphQLRequest } from '@apollo/server'
import type { FastifyRequest } from 'fastify'
import { presentedToken } from '../../http/bearer.js'
import type { PersistedDocuments } from '../documents/persisted-documents.js'

/** The document of a request. */
export interface RequestDocument {
  /** Its text; undefined if the request has none. */
  source: string | undefined
  /** Whether the request names it by the id of a persisted document, so that the text cannot change. */
  isPersisted: boolean
}

/** Returns the document of the request. Throws as `documentFor` does. */
export async function documentOf(request: FastifyRequest, persisted: PersistedDocuments): Promise<RequestDocument> {
  const { query, documentId } =
    request.method === 'GET' ? Object.fromEntries(searchOf(request)) : membersOf(request.body)
  const source = await persisted.documentFor({ query, documentId })
  return { source, isPersisted: documentId !== undefined && documentId !== null }
}

/**
 * Returns the request in the form that Apollo accepts, with the text of a persisted document filled in. GET and QUERY
 * can only query; Apollo knows the rules of GET, so QUERY becomes one. If the header Sec-Fetch-Site of a GET names
 * another site, it needs the headers that force a preflight. A GET from this server's own pages does not, nor does a
 * GET from a program: programs send neither that header nor a user's cookies. A QUERY always has a preflight. The
 * cookie of a request with a token is ignored.
 */
export function operationRequest(
  request: FastifyRequest,
  { source, isPersisted }: RequestDocument,
): HTTPGraphQLRequest {
  const headers = new HeaderMap()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { method, body } = request
  const site = request.headers['sec-fetch-site']
  const isOwn = method === 'GET' && (site === undefined || site === 'same-origin' || site === 'none')
  if (isOwn || method === 'QUERY' || presentedToken(request) !== undefined)
    headers.set('apollo-require-preflight', 'true')
  if (method === 'POST') {
    const members = membersOf(body)
    const isFilled = source !== undefined && source !== members['query']
    return { method, headers, search: '', body: isFilled ? { ...members, query: source } : body }
  }
  const search = method === 'QUERY' ? asSearch(membersOf(body)) : searchOf(request)
  if (source !== undefined && isPersisted) search.set('query', source)
  return { method: 'GET', headers, search: search.toString(), body: undefined }
}

const searchOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Returns the members of a body as parameters of a GET. */
function asSearch(members: Record<string, unknown>): URLSearchParams {
  const present = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  return new URLSearchParams(
    present.map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
    ),
  )
}

function membersOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
