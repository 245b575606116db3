import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { doorOfRoute, scopesFor, type Door } from '../access/scopes.js'
import type { Config } from '../config.js'
import { nameless, withComponents, type Answer, type Answers, type Media, type RouteAnswers } from './answers.js'
import { documentedPart } from './closed.js'
import { cookieName, type RouteAuth } from './auth.js'
import { takesIdempotencyKey } from './idempotency.js'
import {
  anyRefusal,
  errorSchema,
  idempotencyKey,
  minimal,
  notModified,
  place,
  problemSchema,
  refusals,
  tag,
  tagCondition,
  versionCondition,
} from './openapi-parts.js'
import { nextPart } from './next-part.js'
import { pagePolicy } from './page-policy.js'
import { sendJson } from './send.js'

interface Operation {
  tags?: string[]
  parameters?: { in: string; name: string }[]
}
type Document = { paths?: Record<string, Record<string, Operation>>; components?: { schemas?: object } }

/** Returns the OpenAPI security requirements of a route, of which one must be met: a session, a token, or none. */
function securityOf(auth: RouteAuth, door: Door): Record<string, string[]>[] {
  if (auth === 'public') return []
  const scopes = scopesFor(door)
  // `write` includes `read`.
  const named = scopes.includes('read') ? scopes.filter((scope) => scope !== 'write') : scopes
  const stranger = auth === 'optional' || auth === 'session' ? [{}] : []
  return [{ session: [] }, ...named.map((scope) => ({ token: [scope] })), ...stranger]
}

/**
 * Registers `server.swagger()`, which returns one OpenAPI 3.1 document of all routes that are mounted afterwards
 * (CF-11). Requests are described by the schemas that validate them, responses by `answersByRoute`. The command
 * `generate` writes this document to openapi.json.
 */
async function describeRoutes(server: FastifyInstance, answersByRoute: Answers): Promise<void> {
  const answers = Object.fromEntries(Object.entries(answersByRoute).map(([route, answer]) => [nameless(route), answer]))
  server.addSchema(errorSchema)
  server.addSchema(problemSchema)
  const tagged = new Set<string>()
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.versioned) for (const one of [method].flat()) tagged.add(nameless(`${one} ${url}`))
  })
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parallax',
        version: '1.0.0',
        description: 'API for video annotation: personas, ontologies, annotations, summaries and claims.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName,
            description: 'Session cookie, set by POST /api/auth/login.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Token, made by POST /api/tokens, in the header Authorization. Each route names the scope that it needs; ' +
              'routes without one need a session.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url: withoutTypes(url),
      schema: described(schema, url, route, answers, tagged),
    }),
    transformObject: (documents) =>
      'openapiObject' in documents ? arranged(documents.openapiObject as Document) : documents.swaggerObject,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (typeof json.$id === 'string' ? json.$id : `def-${i}`),
    },
  })
}

/** Registers `server.swagger()`, which returns the document that `generate` has written. */
async function readDescription(server: FastifyInstance, { basePath }: Pick<Config, 'basePath'>): Promise<void> {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as object
  await server.register(swagger, {
    mode: 'static',
    specification: { document: { ...document, servers: [{ url: basePath || '/' }] } as never },
  })
}

/**
 * Serves the OpenAPI document of all routes at /api/openapi.json and as pages at /docs (CF-11). `describes` makes it
 * from the routes, which takes a third of a server's start; otherwise it is the document that is committed.
 */
export async function serveDescription(
  server: FastifyInstance,
  config: Pick<Config, 'basePath'>,
  answers: Answers,
  describes: boolean,
): Promise<void> {
  await (describes ? describeRoutes(server, answers) : readDescription(server, config))
  const repeats = new Set(['/docs/json', '/docs/yaml'])
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    // These two would print the document for each request: as YAML that takes the event loop a third of a second.
    uiHooks: {
      onRequest: (request, reply, done) => {
        if (repeats.has(request.routeOptions.url ?? '')) void reply.redirect(`${config.basePath}/api/openapi.json`, 301)
        else done()
      },
    },
    indexPrefix: config.basePath,
    uiConfig: { docExpansion: 'none', tagsSorter: 'alpha', plugins: [download, withoutResolvingSchemes] },
    staticCSP: pagePolicy,
  })
  // Built before the server listens, as bytes: serialising a megabyte takes 15 ms of the event loop, encoding it 10.
  let text: Buffer[] = []
  server.addHook('onReady', async () => {
    text = [Buffer.from(JSON.stringify(server.swagger()))]
  })
  server.get('/api/openapi.json', { schema: { tags: ['Operations'] }, config: { auth: 'public' } }, (_, reply) =>
    sendJson(reply, text),
  )
}

/** The functions of Swagger UI's bundle, in the page. */
declare const SwaggerUIBundle: { plugins: { DownloadUrl: (system: unknown) => object } }

/* The page receives the source text of the next two functions, so they use nothing of this module. */

/** Keeps the plugin that reads the document, because `plugins` replaces the list that names it. */
function download(system: unknown): object {
  return SwaggerUIBundle.plugins.DownloadUrl(system)
}

/**
 * Stops Swagger UI from resolving the references of `components.securitySchemes` when it opens: this document has none
 * there, and for OpenAPI 3.1 the search goes through the whole document. The page of 245 routes is shown after 1.5 s
 * instead of 4.7 s (Chromium, one core), which a smaller document did not reach: without any errors 4.0 s.
 */
function withoutResolvingSchemes(): object {
  type Resolve = (path: string[]) => unknown
  const requestResolvedSubtree = (resolve: Resolve) => (path: string[]) =>
    path.join() === 'components,securitySchemes' ? { type: 'spec_schemes_have_no_references' } : resolve(path)
  return { statePlugins: { spec: { wrapActions: { requestResolvedSubtree } } } }
}

/** Returns a path without the patterns of its parameters: `/a/:id(^[0-9]+$)` becomes `/a/:id`. */
function withoutTypes(url: string): string {
  return url.replace(/(:\w+)\([^)]*\)/g, '$1')
}

/** Returns the schema of a route for the document: its input, its security requirements and its errors. */
function described(
  schema: FastifySchema | undefined,
  url: string,
  route: RouteOptions,
  answers: Answers,
  tagged: ReadonlySet<string>,
): FastifySchema {
  const documented = documentedPart(schema ?? {})
  if (!url.startsWith('/api/') || route.method === 'HEAD') return { ...documented, hide: true }
  const auth = route.config?.auth ?? 'public'
  const statuses = [500, 429, 400]
  if (documented.body) statuses.push(413)
  if (auth === 'required' || auth === 'admin') statuses.push(401)
  if (auth === 'admin') statuses.push(403)
  if (url.includes(':')) statuses.push(404)
  const takesKey = takesIdempotencyKey(route.method, url, route.config ?? {})
  if (takesKey) statuses.push(409)
  const isVersioned = route.config?.versioned === true
  if (isVersioned) statuses.push(412)
  const [method] = [route.method].flat()
  const isTagged = method === 'GET' && tagged.has(nameless(`PUT ${url}`))
  const answered: Partial<RouteAnswers> = answers[nameless(`${method} ${url}`)] ?? {}
  const { more = '' } = answered
  const isTold = auth !== 'admin' || more.includes('For administrators')
  const description = isTold ? more : `${more} For administrators only.`.trimStart()
  const responses = [...new Set([...statuses, ...(answered.refuses ?? [])])].map((status) => [
    status,
    { description: refusals[status], content: { 'application/json': { schema: { $ref: 'Error#' } } } },
  ])
  return {
    ...documented,
    ...(answered.id !== undefined && { operationId: answered.id, summary: answered.says }),
    ...(description !== '' && { description }),
    ...((takesKey || isVersioned || isTagged) && {
      headers: {
        type: 'object',
        properties: {
          ...(takesKey && idempotencyKey),
          ...(isVersioned && versionCondition),
          ...(isTagged && tagCondition),
        },
      },
    }),
    security: securityOf(auth, doorOfRoute(`${String(method)} ${url}`)),
    ...(answered.body && { consumes: [...answered.body.media], body: answered.body.schema }),
    response: {
      ...(Object.fromEntries(responses) as object),
      ...successes(answered, route, isTagged || isVersioned),
      default: anyRefusal,
    },
  }
}

function successes(answers: Partial<RouteAnswers>, { method, config }: RouteOptions, isTagged: boolean): object {
  const statuses = Object.entries(answers).filter(([key]) => /^\d/.test(key))
  const reads = method === 'GET'
  const isWritten = isTagged && (method === 'PUT' || method === 'PATCH')
  return {
    ...Object.fromEntries(
      statuses.map(([status, answer]) => {
        const headers = {
          ...(isTagged && answer && tag),
          ...(status === '201' && config?.located && place),
          ...(config?.inParts && nextPart),
        }
        return [status, { ...successOf(answer as Answer), ...(Object.keys(headers).length > 0 && { headers }) }]
      }),
    ),
    ...(isTagged && reads && { 304: notModified }),
    ...(isWritten && { 204: minimal }),
  }
}

function successOf(answer: Answer): object {
  const description = 'Success'
  if (answer === null) return { type: 'null', description }
  const media = 'media' in answer ? (answer as Media) : { media: ['application/json'], schema: answer }
  const content = Object.fromEntries([
    ...media.media.map((type) => [type, { schema: media.schema }] as const),
    ...Object.entries(media.texts ?? {}).map(
      ([type, description]) => [type, { schema: { type: 'string', description } }] as const,
    ),
  ])
  return { description, content: { ...content, ...(media.json && { 'application/json': { schema: media.json } }) } }
}

/**
 * Returns the document with one entry for each path, also if its parameters have different names by method (the first
 * name is used), with named schemas as components, and with the list of tags.
 */
function arranged(document: Document) {
  const paths: NonNullable<Document['paths']> = {}
  const first = new Map<string, string>()
  const tags = new Set<string>()
  for (const [path, { head: _same, ...operations }] of Object.entries(document.paths ?? {})) {
    const key = path.replace(/\{\w+\}/g, '{}')
    const chosen = first.get(key) ?? path
    first.set(key, chosen)
    const names = new Map(parameterNames(path).map((name, i) => [name, parameterNames(chosen)[i] ?? name]))
    for (const [method, operation] of Object.entries(operations)) {
      for (const tag of operation.tags ?? []) tags.add(tag)
      const parameters = operation.parameters?.map((parameter) =>
        parameter.in === 'path' ? { ...parameter, name: names.get(parameter.name) ?? parameter.name } : parameter,
      )
      const described = { ...operation, ...(parameters && { parameters }) }
      paths[chosen] = { ...paths[chosen], [method]: described }
    }
  }
  const extracted = withComponents({ paths, shared: document.components?.schemas ?? {} })
  const arrangedPaths = extracted.document as { paths: typeof paths; shared: object }
  const components = { ...document.components, schemas: { ...arrangedPaths.shared, ...extracted.schemas } }
  return { ...document, components, tags: [...tags].sort().map((name) => ({ name })), paths: arrangedPaths.paths }
}

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}
