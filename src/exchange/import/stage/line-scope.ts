import { isObjectKind, type LineKind } from '../../line.shape.js'
import type { CommonOptions } from '../options.js'

const personaKinds: ReadonlySet<string> = new Set(['persona', 'ontology'])

/** Returns a text that the database can store; null for any other value. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : null
}

/** Returns whether the options include the persona with this id. */
function isChosen(value: unknown, { personaIds }: CommonOptions['scope']): boolean {
  const id = textOf(value)?.toLowerCase()
  return personaIds === null || (id !== undefined && personaIds.has(id))
}

/** Returns whether the options include this line. Other lines are neither imported nor counted as skipped (I-29). */
export function inScope(kind: LineKind, data: Readonly<Record<string, unknown>>, { scope }: CommonOptions): boolean {
  if (personaKinds.has(kind)) {
    return scope.personas && isChosen(data[kind === 'persona' ? 'id' : 'personaId'], scope)
  }
  if (kind === 'type_correspondence')
    return scope.personas && [data['firstPersonaId'], data['secondPersonaId']].every((id) => isChosen(id, scope))
  if (isObjectKind(kind)) return scope.world && (scope.objectTypes === null || scope.objectTypes.has(kind))
  return scope.annotations
}
