import { v5 } from 'uuid'

const namespace = 'a2b1b7e0-6a0f-5d7e-9c55-0d9d3f3f4c11'

/** A UUID that depends on nothing but its input: the same request gets the same id. */
export function stableId(kind: string, ...parts: unknown[]): string {
  return v5(JSON.stringify([kind, ...parts]), namespace)
}
