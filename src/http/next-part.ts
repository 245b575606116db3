import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from '@sinclair/typebox'
import type { Config } from '../config.js'
import { says } from '../lib/described.js'
import { defaultPage, largestPage } from '../lib/page.js'
import { shortText } from '../lib/schema.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the route answers a list that clients can read in parts. */
    inParts?: boolean
  }
}

/** The parameters of a part of a list. Without them a list is answered whole. */
export const partQuery = {
  limit: Type.Optional(
    says(
      `Answer at most so many items, 1 to ${largestPage}; ${defaultPage} when only \`cursor\` is given. The header Link ` +
        'names the address of the next ones.',
      Type.Integer({ minimum: 1, maximum: largestPage }),
    ),
  ),
  cursor: Type.Optional(
    says(
      'Begin behind the part whose Link had this cursor; as `after` in the GraphQL list of the same items.',
      shortText,
    ),
  ),
}

/** The header Link of a part, as openapi.json describes it. */
export const nextPart = {
  Link: {
    type: 'string',
    description: 'The address of the next items, as `<…>; rel="next"` (RFC 8288). Absent when there are no more.',
  },
}

/** Sets the header Link of a part behind which the list goes on at the cursor `next`. */
export function linkNext(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { basePath }: Pick<Config, 'basePath'>,
  next: string | null,
): void {
  if (next === null) return
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  searchParams.set('cursor', next)
  reply.header('link', `<${basePath}${pathname}?${searchParams.toString()}>; rel="next"`)
}
