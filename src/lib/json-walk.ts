export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Container = unknown[] | JsonObject

/**
 * One container on the stack of the walk: `keys` of an object, null for a list; `at` is its key or index in `parent`.
 */
type Frame = {
  node: Container
  result: Container
  keys: string[] | null
  next: number
  parent: Frame | null
  at: string | number
}

/**
 * Returns the document with every object replaced by the result of `rewrite`, outermost first; the members of the
 * replacement are then visited. Unchanged parts keep their identity, including the root. Iterative, so that it works at
 * any depth; values under keys in `skip` are not visited.
 */
export function mapObjects<T>(
  root: T,
  rewrite: (object: JsonObject) => JsonObject,
  skip: ReadonlySet<string> = new Set(),
): T {
  if (typeof root !== 'object' || root === null) return root
  let top: Frame | null = enter(root, rewrite, null, 0)
  const bottom = top
  while (top) {
    const { node, keys, next } = top
    if (next >= (keys ?? (node as unknown[])).length) {
      if (top.parent && top.result !== read(top.parent.node, top.at)) write(top.parent, top.at, top.result)
      top = top.parent
      continue
    }
    top.next += 1
    const at = keys ? (keys[next] ?? '') : next
    const child = read(node, at)
    if (typeof child === 'object' && child !== null && !(keys && skip.has(at as string)))
      top = enter(child, rewrite, top, at)
  }
  return bottom.result as T
}

function enter(
  value: object,
  rewrite: (object: JsonObject) => JsonObject,
  parent: Frame | null,
  at: string | number,
): Frame {
  const isList = Array.isArray(value)
  const node = isList ? (value as unknown[]) : rewrite(value as JsonObject)
  return { node, result: node, keys: isList ? null : Object.keys(node), next: 0, parent, at }
}

function read(node: Container, at: string | number): unknown {
  return (node as JsonObject)[at]
}

function write(frame: Frame, at: string | number, value: unknown): void {
  if (frame.result === frame.node) frame.result = Array.isArray(frame.node) ? [...frame.node] : { ...frame.node }
  setOwn(frame.result as JsonObject, at, value)
}

/** Sets an own property, even one named `__proto__`. */
export function setOwn(object: JsonObject, key: string | number, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  else object[key] = value
}

/**
 * Returns whether objects and lists of a document are nested more than `levels` deep. Iterative, so that it works at
 * any depth.
 */
export function isDeeperThan(levels: number, root: object): boolean {
  const open: [object, number][] = [[root, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, depth] = next
    if (depth > levels) return true
    for (const child of Object.values(node) as unknown[])
      if (typeof child === 'object' && child !== null) open.push([child, depth + 1])
  }
  return false
}
