import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type NameNode,
  type SelectionSetNode,
} from 'graphql'
import { AppError } from '../../lib/errors.js'
import {
  introspectionLimits,
  introspectionLists,
  mostFragments,
  mostOperations,
  repeats,
  tooMuch,
  type DocumentLimits,
} from './limits.js'
import { fragmentsOf } from './selection.js'

interface Size {
  depth: number
  fields: number
  aliases: number
  directives: number
}

interface Measure extends Size {
  /** Fields at the top level of the selection, fragments included. */
  top: number
  /** The levels of nested lists in the introspection. */
  introspection: number
  introspects: boolean
  /** The number of selections of `__schema`, at any level. */
  schemas: number
  /** The selection below `__schema` and `__type`; it has limits of its own and does not count in the other numbers. */
  schema: Size
  /** The fields of `top` other than `__schema` and `__type`. */
  others: number
}

/**
 * Thrown for a document that does not fit the schema, or whose fragments do not fit together; with the document if
 * faults may be about values in it.
 */
export class ValidationFaults extends Error {
  constructor(
    readonly faults: readonly GraphQLError[],
    readonly document?: DocumentNode,
  ) {
    super('The document is not valid')
  }
}

/** The measurements of a document before validation. */
export interface Measured {
  /** Whether the document contains an introspection. */
  introspects: boolean
  /** Whether the document contains only introspections, so that all callers get the same answer. */
  onlyIntrospects: boolean
}

const introspectionListFields = new Set(['fields', 'interfaces', 'possibleTypes', 'inputFields'])
const empty: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 }
const nothing: Measure = {
  ...empty,
  schema: empty,
  top: 0,
  introspection: 0,
  introspects: false,
  schemas: 0,
  others: 0,
}

/**
 * Measures a document. Throws VALIDATION_ERROR if an operation is over a limit, and ValidationFaults for fragments that
 * are missing, unused or have the same name, on which validation would waste time. Needs no schema, and takes time
 * linear in the length of the document, because each fragment is measured once regardless of the number of its spreads.
 */
export function measureDocument(document: DocumentNode, limits: DocumentLimits): Measured {
  const fragments = fragmentsOf(document)
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  refuseMany(document, fragments, operations.length)
  const selectionOf = measurer(fragments, limits)
  let introspects = false
  let others = 0
  for (const fragment of fragments.values()) selectionOf.fragment(fragment.name.value)
  for (const operation of operations) {
    const measure = selectionOf.set(operation.selectionSet)
    const directives = measure.directives + (operation.directives?.length ?? 0)
    introspects ||= measure.introspects
    others += measure.others
    if (measure.schemas > 1) throw new AppError('VALIDATION_ERROR', 'An operation asks for __schema once')
    if (measure.top > limits.rootFields) throw tooMuch('rootFields', limits.rootFields, measure.top)
    refuseLarge({ ...measure, directives }, limits)
    refuseLarge(measure.schema, introspectionLimits)
    if (measure.introspection > introspectionLists)
      throw new AppError('VALIDATION_ERROR', 'The introspection is nested too deep')
  }
  return { introspects, onlyIntrospects: introspects && others === 0 }
}

function refuseLarge(size: Size, limits: Size): void {
  for (const name of ['depth', 'aliases', 'directives', 'fields'] as const)
    if (size[name] > limits[name]) throw tooMuch(name, limits[name], size[name])
}

/** Refuses too many definitions, fragments with the same name, spreads of missing fragments and unused fragments. */
function refuseMany(
  document: DocumentNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  operations: number,
): void {
  if (operations > mostOperations)
    throw new AppError('VALIDATION_ERROR', `A document has at most ${mostOperations} operations`)
  if (fragments.size > mostFragments)
    throw new AppError('VALIDATION_ERROR', `A document has at most ${mostFragments} fragments`)
  const faults: GraphQLError[] = []
  const fault = (message: string, node: NameNode) => {
    if (faults.length < 10) faults.push(new GraphQLError(message, { nodes: node }))
  }
  const used = new Set<string>()
  const follow = ({ selections }: SelectionSetNode) => {
    const open = [...selections]
    for (let selection = open.pop(); selection; selection = open.pop()) {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.selectionSet) open.push(...selection.selectionSet.selections)
        continue
      }
      const { value } = selection.name
      if (used.has(value)) continue
      used.add(value)
      const fragment = fragments.get(value)
      if (fragment) open.push(...fragment.selectionSet.selections)
      else fault(`Unknown fragment "${value}".`, selection.name)
    }
  }
  for (const operation of document.definitions)
    if (operation.kind === Kind.OPERATION_DEFINITION) follow(operation.selectionSet)
  for (const fragment of document.definitions) {
    if (fragment.kind !== Kind.FRAGMENT_DEFINITION) continue
    const { name } = fragment
    if (fragments.get(name.value) !== fragment) fault(`There can be only one fragment named "${name.value}".`, name)
    else if (!used.has(name.value)) fault(`Fragment "${name.value}" is never used.`, name)
  }
  if (faults.length) throw new ValidationFaults(faults)
}

function measurer(fragments: Map<string, FragmentDefinitionNode>, limits: DocumentLimits) {
  const measures = new Map<string, Measure | 'open'>()

  function ofFragment(name: string): Measure {
    const measured = measures.get(name)
    if (measured === 'open') throw new AppError('VALIDATION_ERROR', `Fragment "${name.slice(0, 40)}" contains itself`)
    if (measured) return measured
    const fragment = fragments.get(name)
    if (!fragment) return nothing
    measures.set(name, 'open')
    // Types of the introspection occur only below `__schema` and `__type`.
    const explores = fragment.typeCondition.name.value.startsWith('__')
    const measure = ofSet(fragment.selectionSet, 1, explores ? introspectionLimits : limits)
    measures.set(name, measure)
    return measure
  }

  /** Measures a selection at a level. Throws for a level over the limit at once, which bounds the recursion. */
  function ofSet(set: SelectionSetNode, level: number, within: Size): Measure {
    if (level > within.depth) throw tooMuch('depth', within.depth)
    const sum = { ...nothing }
    const seen = new Map<string, number>()
    for (const selection of set.selections) {
      sum.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FIELD) {
        const { name, alias, selectionSet } = selection
        const key = (alias ?? name).value
        const count = (seen.get(key) ?? 0) + 1
        if (count > repeats)
          throw new AppError(
            'VALIDATION_ERROR',
            `A selection names the field "${key.slice(0, 40)}" more than ${repeats} times`,
          )
        seen.set(key, count)
        const explores = name.value === '__schema' || name.value === '__type'
        const [next, bounds] = explores ? [1, introspectionLimits] : [level + 1, within]
        const inner = selectionSet ? ofSet(selectionSet, next, bounds) : nothing
        const below = explores ? { ...inner, ...empty, schema: joined(inner.schema, inner) } : inner
        const list = introspectionListFields.has(name.value) ? 1 : 0
        add(sum, below)
        sum.depth = Math.max(sum.depth, below.depth + 1)
        sum.fields += 1
        sum.top += 1
        sum.aliases += alias ? 1 : 0
        sum.introspection = Math.max(sum.introspection, below.introspection + list)
        sum.schemas += name.value === '__schema' ? 1 : 0
        sum.others += name.value.startsWith('__') ? 0 : 1
        sum.introspects ||= explores
      } else {
        const below =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? ofFragment(selection.name.value)
            : ofSet(selection.selectionSet, level, within)
        add(sum, below)
        sum.depth = Math.max(sum.depth, below.depth)
        sum.top += below.top
        sum.others += below.others
        sum.introspection = Math.max(sum.introspection, below.introspection)
      }
    }
    return sum
  }

  function add(sum: Measure, below: Measure): void {
    sum.fields += below.fields
    sum.aliases += below.aliases
    sum.directives += below.directives
    sum.schemas += below.schemas
    sum.schema = joined(sum.schema, below.schema)
    sum.introspects ||= below.introspects
  }

  return { set: (set: SelectionSetNode) => ofSet(set, 1, limits), fragment: ofFragment }
}

function joined(size: Size, other: Size): Size {
  return {
    depth: Math.max(size.depth, other.depth),
    fields: size.fields + other.fields,
    aliases: size.aliases + other.aliases,
    directives: size.directives + other.directives,
  }
}
