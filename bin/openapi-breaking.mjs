/**
 * Compares two OpenAPI documents; returns one line for each change that breaks a client of the first. Breaking are: a
 * route, a success status or a media type that is gone; in responses a member that is gone, has become optional or has
 * another type; in requests a member or parameter that is newly required or accepts fewer values.
 */
export function breakingChanges(before, after) {
  const found = []
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, was] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path}`
      const is = after.paths[path]?.[method]
      if (!is) found.push(`${route}: gone`)
      else compareOperations(route, was, is)
    }
  }
  return found

  function compareOperations(route, was, is) {
    for (const one of is.parameters ?? []) {
      const known = was.parameters?.find(({ name, in: place }) => name === one.name && place === one.in)
      if (one.required && !known?.required) found.push(`${route}: parameter ${one.name} is required`)
      if (known) compare(`${route}: parameter ${one.name}`, known.schema, one.schema, 'request', new Set())
    }
    compareContent(`${route}: body`, was.requestBody, is.requestBody, 'request')
    if (is.requestBody?.required && !was.requestBody) found.push(`${route}: a body is required`)
    for (const [status, response] of Object.entries(was.responses)) {
      if (status >= '300') continue
      if (!is.responses[status]) found.push(`${route}: status ${status} is gone`)
      else compareContent(`${route}: ${status}`, response, is.responses[status], 'answer')
    }
  }

  function compareContent(where, was, is, side) {
    for (const [media, { schema }] of Object.entries(was?.content ?? {})) {
      const now = is?.content?.[media]
      if (!now) found.push(`${where}: ${media} is gone`)
      else compare(where, schema, now.schema, side, new Set())
    }
  }

  function resolved(document, schema) {
    const name = schema?.$ref?.replace('#/components/schemas/', '')
    return name ? document.components.schemas[name] : schema
  }

  function compare(where, wasGiven, isGiven, side, seen) {
    const names = `${wasGiven?.$ref} ${isGiven?.$ref}`
    if (wasGiven?.$ref && seen.has(names)) return
    const inside = new Set(seen).add(names)
    const [was, is] = [resolved(before, wasGiven) ?? {}, resolved(after, isGiven) ?? {}]
    const [typesBefore, typesNow] = [typesOf(was), typesOf(is)]
    // A response may narrow its types, a request may widen them.
    const [wide, narrow] = side === 'answer' ? [typesBefore, typesNow] : [typesNow, typesBefore]
    const odd =
      wide && (!narrow || narrow.some((one) => !wide.includes(one) && !(one === 'integer' && wide.includes('number'))))
    if (odd) found.push(`${where}: ${typesBefore ?? 'anything'} has become ${typesNow ?? 'anything'}`)
    const enums = side === 'request' ? [was.enum, is.enum] : []
    for (const word of enums[0] ?? [])
      if (enums[1] && !enums[1].includes(word)) found.push(`${where}: ${word} is not taken`)
    if (side === 'request' && !was.enum && is.enum) found.push(`${where}: takes only ${is.enum.join(', ')}`)
    for (const [name, schema] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[name]
      if (!now) {
        if (side === 'answer') found.push(`${where}.${name}: gone`)
      } else compare(`${where}.${name}`, schema, now, side, inside)
    }
    const [required, requiredNow] = [was.required ?? [], is.required ?? []]
    if (side === 'answer')
      for (const name of required)
        if (is.properties?.[name] && !requiredNow.includes(name)) found.push(`${where}.${name}: may be absent`)
    if (side === 'request')
      for (const name of requiredNow) if (!required.includes(name)) found.push(`${where}.${name}: is required`)
    if (was.items && is.items) compare(`${where}[]`, was.items, is.items, side, inside)
  }
}

function typesOf({ type }) {
  return type === undefined ? null : [type].flat()
}
