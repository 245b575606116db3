import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { withFormats } from '../../src/lib/validate.js'

// Validates every REST response that a test receives, and every request body that the server accepted, against the
// committed openapi.json; a difference fails the test. JSON that the server stores exactly as the client sent it is
// marked x-as-sent there and not looked into.

interface Content {
  content?: Record<string, { schema: object }>
}
interface Operation {
  responses: Record<string, Content>
  requestBody?: Content
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: object
}

interface Exchange {
  method: string
  path: string
  status: number
  contentType: string | null
  text: string
  /** The request body as JSON text; absent when none was sent. */
  sent?: string
}

const ajv = withFormats(new Ajv2020({ allErrors: false, strict: false }))
ajv.addFormat('binary', true)
const counted = { answers: 0, requests: 0, violations: 0 }

let routes: { method: string; pattern: RegExp; path: string; operation: Operation }[] | undefined
function load() {
  if (routes) return routes
  const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document
  ajv.addSchema({ $id: exact, components: closed(document.components) })
  ajv.addSchema({ $id: open, components: document.components })
  routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  // Fixed segments before parameters: /api/jobs/claims/{jobId} before /api/jobs/{jobId}.
  const parameters = ({ path }: { path: string }) => path.split('{').length
  return routes.sort((a, b) => parameters(a) - parameters(b))
}

/** Returns a schema that forbids the members which the given one does not name: responses must hold nothing else. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const given = schema as Record<string, unknown>
  if (given['x-as-sent']) return {}
  const inside = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, closed(value)]))
  const closes = 'properties' in given && given['type'] !== undefined && given['additionalProperties'] === undefined
  return closes ? { ...inside, additionalProperties: false } : inside
}

/**
 * Ids of the two forms of the components: closed for responses, unchanged for request bodies. Each schema is compiled
 * when it is first needed and then kept.
 */
const exact = 'exact:api'
const open = 'open:api'
const compiled = new Map<string, ValidateFunction>()

function check(key: string, schemaOf: () => unknown, value: unknown, components: string): string | undefined {
  let validate = compiled.get(key)
  if (!validate) {
    const text = JSON.stringify(schemaOf()).replaceAll('"#/components/', `"${components}#/components/`)
    compiled.set(key, (validate = ajv.compile(JSON.parse(text) as object)))
  }
  try {
    if (validate(value)) return undefined
  } catch (error) {
    // The recursive validator overflows the stack on trees of thousands of levels; trees of hundreds it can check.
    if (error instanceof RangeError) return undefined
    throw error
  }
  const [error] = validate.errors ?? []
  return `${error?.instancePath || '/'} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** Throws when the exchange is not as openapi.json says. */
export function holdAgainstContract(exchange: Exchange): void {
  const fault = faultOf(exchange)
  if (fault === undefined) return
  counted.violations += 1
  const { method, path, status, text } = exchange
  throw new Error(`${method} ${path} ${status} is not as openapi.json says: ${fault}\n${text.slice(0, 500)}`)
}

/**
 * Says in what the exchange differs from openapi.json. Returns undefined when it does not, and for requests that are to
 * no route of the document.
 */
export function faultOf({ method, path, status, contentType, text, sent }: Exchange): string | undefined {
  const plain = path.split('?')[0] ?? ''
  if (!plain.startsWith('/api/') || status === 304 || method === 'HEAD' || method === 'OPTIONS') return undefined
  const found = load().find((route) => route.method === method && route.pattern.test(plain))
  if (!found) return undefined
  const { responses, requestBody } = found.operation
  const route = `${method} ${found.path}`
  counted.answers += 1
  const media = contentType?.split(';')[0] ?? ''
  const isProblem = media === 'application/problem+json'
  const own = isProblem ? undefined : responses[status]
  const response = own ?? (status >= 400 ? responses['default'] : undefined)
  if (!response) return 'there is no such status'
  // The body of what was created is left out with `Prefer: return=minimal`.
  const isLeftOut = status === 201 && contentType === null && text === ''
  if (!response.content || isLeftOut) return text === '' ? undefined : 'it has a body'
  const named = response.content[media]
  if (!named) return `it is ${media}`
  if ((media === 'application/json' || isProblem) && !('type' in named.schema && named.schema.type === 'string')) {
    const fault = check(
      `${route} ${isProblem ? 'problem' : status}`,
      () => closed(named.schema),
      JSON.parse(text),
      exact,
    )
    if (fault) return fault
  }
  const body = requestBody?.content?.['application/json']
  if (!body || !sent || status >= 300) return undefined
  counted.requests += 1
  const fault = check(`${route} body`, () => body.schema, JSON.parse(sent), open)
  return fault && `the body it took: ${fault}`
}

/** Writes how many exchanges this process has validated into the folder CONTRACT_DIR, if that is set. */
export function noteContract(): void {
  const folder = process.env['CONTRACT_DIR']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(counted))
}
