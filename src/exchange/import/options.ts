import { isObject } from '../../lib/json-walk.js'
import { lineKinds, type LineKind } from '../line.shape.js'
import { refusal } from './refusal.js'
import { readTarget, type TargetOptions } from './tools/target-options.js'
import { toolNames, type ToolName } from './tools/tool.js'

/** What to do with an annotation that has the id of one of the caller's stored annotations (I-25). */
export type SequencePolicy = 'skip' | 'replace' | 'merge' | 'create-new' | 'fail'
/** What to do with an annotation that overlaps one stored before (I-27). */
export type OverlapPolicy = 'skip' | 'split' | 'extend' | 'replace' | 'fail'

/** The options that do not depend on the content of the file. */
export interface CommonOptions {
  scope: {
    personas: boolean
    world: boolean
    annotations: boolean
    personaIds: ReadonlySet<string> | null
    objectTypes: ReadonlySet<LineKind> | null
  }
  strict: boolean
  references: boolean
  integrity: boolean
  requireKeyframes: boolean
  atomic: boolean
}

/**
 * What to do in conflicts. Both vocabularies of options are mapped to these values; `named` contains the words that
 * were used, which reports repeat (I-07).
 */
interface Policies {
  personas: 'skip' | 'replace' | 'merge' | 'rename'
  worldObjects: 'skip' | 'replace' | 'merge-assignments'
  missing: 'skip' | 'create' | 'fail'
  regenerateIds: boolean
  duplicateSequences: SequencePolicy
  overlaps: OverlapPolicy
  interpolation: 'use-existing' | 'use-imported' | 'fail'
  named: { missing: string; duplicateSequences: string; overlaps: string; interpolation: string }
}

export type ImportOptions = CommonOptions & Policies

/** The class of a file. A file with only annotations has other defaults (I-07). */
export type FileClass = 'full' | 'annotation-only'

/** The parsed options, for both classes of files, because the class is known only once the last line has been read. */
export interface ReadOptions {
  /** The options as they were sent, for the history. */
  sent: Group
  /** The format of the file; null if its beginning decides. */
  format: ImportFormat | null
  target: TargetOptions
  common: CommonOptions
  of: Readonly<Record<FileClass, ImportOptions>>
}

/** The formats that an import accepts. */
const importFormats: readonly ImportFormat[] = ['ndjson', ...toolNames]
export type ImportFormat = 'ndjson' | ToolName

type Group = Record<string, unknown>

const missing = {
  'skip-item': 'skip',
  'create-placeholder': 'create',
  'fail-import': 'fail',
  skip: 'skip',
  create: 'create',
  fail: 'fail',
} as const
const sequences = {
  skip: 'skip',
  replace: 'replace',
  overwrite: 'replace',
  'merge-keyframes': 'merge',
  merge: 'merge',
  'create-new': 'create-new',
  fail: 'fail',
} as const
const overlaps = {
  skip: 'skip',
  'split-ranges': 'split',
  'extend-range': 'extend',
  merge: 'extend',
  'replace-overlap': 'replace',
  overwrite: 'replace',
  'fail-import': 'fail',
  fail: 'fail',
} as const
const interpolation = { 'use-existing': 'use-existing', 'use-imported': 'use-imported', 'fail-import': 'fail' } as const
const ids = {
  'preserve-id': null,
  'regenerate-id': null,
  skip: 'skip',
  overwrite: 'overwrite',
  merge: 'merge',
  fail: 'fail',
} as const

/** Every option by name; null if it has a value and no inner options. */
const optionNames = {
  scope: {
    includePersonas: null,
    includeWorldState: null,
    includeAnnotations: null,
    specificPersonaIds: null,
    specificObjectTypes: null,
  },
  conflictResolution: {
    personas: null,
    worldObjects: null,
    missingDependencies: null,
    duplicateIds: null,
    overlappingFrames: null,
    sequences: { duplicateSequenceIds: null, overlappingFrameRanges: null, interpolationConflicts: null },
  },
  validation: { strictMode: null, validateReferences: null, validateSequenceIntegrity: null, requireKeyframes: null },
  transaction: { atomic: null },
  format: null,
  target: { videoId: null, personaId: null, labels: null },
}

/** Parses the options. Throws VALIDATION_ERROR for anything but a JSON object, and for unknown options and values. */
export function readOptions(sent: unknown): ReadOptions {
  let value = sent === undefined || sent === '' ? {} : sent
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      throw refusal('options is not valid JSON')
    }
  }
  if (!isObject(value)) throw refusal('options must be a JSON object')
  const options: Group = value
  refuseUnknown(options, optionNames)
  const common = commonOf(options)
  const full = { ...common, ...policiesOf(options, false) }
  const { format: named } = options
  const format = named === undefined || named === null ? null : importFormats.find((one) => one === named)
  if (format === undefined) throw refusal(`options.format must be one of ${importFormats.join(', ')}`)
  return {
    sent: options,
    format,
    target: readTarget(group(options, 'target')),
    common,
    of: { full, 'annotation-only': { ...common, ...policiesOf(options, true) } },
  }
}

/** Throws for an unknown option: a misspelt one would silently get its default. */
function refuseUnknown(options: Group, names: Group, path = 'options'): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(names, name))
      throw refusal(`${path}.${name} is not known; ${path} may hold ${Object.keys(names).join(', ')}`)
    const inner = names[name]
    if (isObject(inner) && isObject(value)) refuseUnknown(value, inner, `${path}.${name}`)
  }
}

function commonOf(options: Group): CommonOptions {
  const scope = group(options, 'scope')
  const checks = group(options, 'validation')
  return {
    scope: {
      personas: flag(scope, 'scope', 'includePersonas', true),
      world: flag(scope, 'scope', 'includeWorldState', true),
      annotations: flag(scope, 'scope', 'includeAnnotations', true),
      personaIds: names(scope, 'specificPersonaIds', (one) => one.toLowerCase()),
      objectTypes: names(scope, 'specificObjectTypes', kindNamed) as ReadonlySet<LineKind> | null,
    },
    strict: flag(checks, 'validation', 'strictMode', false),
    references: flag(checks, 'validation', 'validateReferences', true),
    integrity: flag(checks, 'validation', 'validateSequenceIntegrity', true),
    requireKeyframes: flag(checks, 'validation', 'requireKeyframes', true),
    atomic: flag(group(options, 'transaction'), 'transaction', 'atomic', true),
  }
}

/** Returns the policies, with the defaults of one class of files; `only` is true for files with only annotations. */
function policiesOf(options: Group, only: boolean): Policies {
  const conflict = group(options, 'conflictResolution')
  const listed = group(conflict, 'conflictResolution.sequences', 'sequences')
  const at = 'conflictResolution'
  const duplicateIds = word(conflict, at, 'duplicateIds', Object.keys(ids), only ? 'skip' : 'preserve-id')
  const named = {
    missing: word(conflict, at, 'missingDependencies', Object.keys(missing), only ? 'skip' : 'skip-item'),
    duplicateSequences: word(
      listed,
      `${at}.sequences`,
      'duplicateSequenceIds',
      Object.keys(sequences),
      ids[duplicateIds as keyof typeof ids] ?? 'skip',
    ),
    overlaps: word(
      listed,
      `${at}.sequences`,
      'overlappingFrameRanges',
      Object.keys(overlaps),
      word(conflict, at, 'overlappingFrames', Object.keys(overlaps), only ? 'merge' : 'fail-import'),
    ),
    interpolation: word(
      listed,
      `${at}.sequences`,
      'interpolationConflicts',
      Object.keys(interpolation),
      only ? 'use-imported' : 'use-existing',
    ),
  }
  return {
    personas: word(
      conflict,
      at,
      'personas',
      ['skip', 'replace', 'merge', 'rename'],
      'skip',
    ) as ImportOptions['personas'],
    worldObjects: word(
      conflict,
      at,
      'worldObjects',
      ['skip', 'replace', 'merge-assignments'],
      'skip',
    ) as ImportOptions['worldObjects'],
    missing: missing[named.missing as keyof typeof missing],
    regenerateIds: duplicateIds === 'regenerate-id',
    duplicateSequences: sequences[named.duplicateSequences as keyof typeof sequences],
    overlaps: overlaps[named.overlaps as keyof typeof overlaps],
    interpolation: interpolation[named.interpolation as keyof typeof interpolation],
    named,
  }
}

/** Returns the kind for a word: `entityCollection`, `entity-collection` and `entity_collections` are equivalent. */
function kindNamed(word: string): string {
  const plain = word
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase()
  if (plain === 'location' || plain === 'locations') return 'entity'
  return (
    lineKinds.find((kind) => kind === plain || `${kind}s` === plain || kind.replace(/y$/, 'ies') === plain) ?? plain
  )
}

function group(parent: Group, path: string, key = path): Group {
  const value = parent[key]
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw refusal(`options.${path} must be an object`)
  return value
}

function word(values: Group, path: string, key: string, allowed: readonly string[], fallback: string): string {
  const value = values[key]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'string' || !allowed.includes(value))
    throw refusal(`options.${path}.${key} must be one of ${allowed.join(', ')}`)
  return value
}

function flag(values: Group, path: string, key: string, fallback: boolean): boolean {
  const value = values[key]
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'boolean') throw refusal(`options.${path}.${key} must be true or false`)
  return value
}

function names(values: Group, key: string, normal: (one: string) => string): ReadonlySet<string> | null {
  const value = values[key]
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw refusal(`options.scope.${key} must be an array of strings`)
  return value.length ? new Set(value.map(normal)) : null
}
