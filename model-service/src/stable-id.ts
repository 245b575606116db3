import { v5 } from 'uuid'

const namespace = 'a2b1b7e0-6a0f-5d7e-9c55-0d9d3f3f4c11'

/** Returns a version 5 UUID derived from the input alone: the same request always gets the same id. */
export function stableId(kind: string, ...parts: unknown[]): string {
  return v5(JSON.stringify([kind, ...parts]), namespace)
}
