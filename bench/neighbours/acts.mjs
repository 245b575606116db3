// Every act of the contract with the largest input that it allows, derived from openapi.json and schema.graphql alone,
// so that a new act is measured automatically.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { buildSchema, getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql'

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const contract = JSON.parse(read('openapi.json'))
const schema = buildSchema(read('schema.graphql'))

/** The characters of a text, and the items of a list, if the contract allows more. */
const longestText = 2_000
const mostItems = [500, 20, 5, 2]

const resolve = (jsonSchema) => {
  let target = jsonSchema
  while (target?.$ref)
    target = target.$ref
      .slice(2)
      .split('/')
      .reduce((at, key) => at[key.replaceAll('~1', '/')], contract)
  return target ?? {}
}

/** Returns the largest value of a schema, within reason; members that name existing rows get their ids. */
function largest(jsonSchema, ids, name = '', depth = 0) {
  const form = resolve(jsonSchema)
  if (form.const !== undefined) return form.const
  if (form.enum) return form.enum[0]
  const variants = form.anyOf ?? form.oneOf
  if (variants) return largest(variants.find((variant) => resolve(variant).type !== 'null') ?? {}, ids, name, depth)
  if (form.allOf) return Object.assign({}, ...form.allOf.map((part) => largest(part, ids, name, depth)))
  const type = Array.isArray(form.type) ? form.type.find((word) => word !== 'null') : form.type
  if (type === 'object' || form.properties) {
    const out = {}
    if (depth < 6)
      for (const [key, member] of Object.entries(form.properties ?? {})) out[key] = largest(member, ids, key, depth + 1)
    return out
  }
  if (type === 'array') {
    const length = Math.min(form.maxItems ?? Infinity, mostItems[Math.min(depth, mostItems.length - 1)])
    return Array.from({ length: Math.max(length, form.minItems ?? 0) }, () =>
      largest(form.items ?? {}, ids, name, depth + 1),
    )
  }
  if (type === 'integer' || type === 'number') return Math.min(form.maximum ?? 1_000, 1_000_000)
  if (type === 'boolean') return true
  if (type === 'string') {
    if (form.format === 'date-time') return '2026-01-02T03:04:05.000Z'
    if (form.format === 'uuid' || /Ids?$/.test(name)) return ids[name.replace(/Ids$/, 'Id')] ?? randomUUID()
    if (form.format === 'uri') return 'http://127.0.0.1:9/'
    return 'x '.repeat(longestText / 2).slice(0, Math.min(form.maxLength ?? longestText, longestText))
  }
  return 'x'
}

const sizes = { first: 100, limit: 100, wait: 3 }

/** Returns the id for a parameter of a path; in `/api/personas/{id}` it is that of a persona. */
function idFor(name, path, ids) {
  if (name === 'kind') return path.includes('/world/') ? 'entities' : 'annotation'
  if (name === 'objectId') return ids.entityId
  if (name !== 'id') return ids[name] ?? randomUUID()
  const owner = /\/(\w+?)s(?:\/\{\w+\})?\/\{id\}/.exec(path)?.[1]
  return path.includes('/history/') ? ids.historyId : (ids[`${owner}Id`] ?? ids.annotationId)
}

const order = ['get', 'put', 'patch', 'post', 'delete']

/** Returns the documented REST operations, deletions last. `file` is the content of imports. */
export function restActs(ids, file) {
  const acts = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const query = (operation.parameters ?? []).filter((it) => it.in === 'query' && it.name in sizes)
      const at = path.replace(/\{(\w+)\}/g, (_, name) => idFor(name, path, ids))
      const search = query.map(({ name }) => `${name}=${sizes[name]}`).join('&')
      const content = operation.requestBody?.content ?? {}
      const json = content['application/json']
      const form = content['multipart/form-data'] && formOf(file)
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: search ? `${at}?${search}` : at,
        isPublic: /^\/api\/(auth\/(login|register)|config|health|openapi)/.test(path),
        ...(json && { type: 'application/json', body: JSON.stringify(largest(json.schema, ids)) }),
        ...(form ?? {}),
      }
    }),
  )
  const rank = ({ method, path }) => order.indexOf(method.toLowerCase()) + (path.includes('logout') ? 10 : 0)
  return acts.toSorted((one, other) => rank(one) - rank(other))
}

function formOf(file) {
  const edge = 'neighbours-bench'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="all.jsonl"\r\ncontent-type: application/x-ndjson\r\n\r\n`
  return { type: `multipart/form-data; boundary=${edge}`, body: `${head}${file}\r\n--${edge}--\r\n` }
}

const needs = (field) => field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined)

/** Returns all scalars of a type and, below it, those of its single objects. */
function scalars(type, levels) {
  const fields = Object.values(type.getFields()).filter((field) => !needs(field))
  const parts = fields.flatMap((field) => {
    const named = getNamedType(field.type)
    if (isLeafType(named)) return [field.name]
    if (levels === 0 || !isObjectType(named) || /\[/.test(String(field.type)) || /Connection$/.test(named.name))
      return []
    const inner = scalars(named, levels - 1)
    return inner ? [`${field.name} { ${inner} }`] : []
  })
  return parts.join(' ')
}

/** Returns a query for every paged list of Query, one hundred items at a time with all their scalars. */
export function graphLists() {
  return Object.values(schema.getQueryType().getFields())
    .filter((field) => /Connection$/.test(getNamedType(field.type).name) && !needs(field))
    .map((field) => {
      const node = getNamedType(getNamedType(field.type).getFields().nodes.type)
      const selection = isObjectType(node) ? `__typename ${scalars(node, 1)}` : '__typename'
      const query = `{ ${field.name}(first: 100) { nodes { ${selection} } } }`
      return {
        name: `query ${field.name}`,
        method: 'POST',
        path: '/graphql',
        type: 'application/json',
        body: JSON.stringify({ query }),
        isPublic: false,
      }
    })
}
