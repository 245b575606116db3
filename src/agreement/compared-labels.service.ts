import { targetsOfLabels } from '../annotations/annotation-target.service.js'
import type { Context } from '../context.js'
import { readMember } from '../documents/document-reading.js'
import { groupBy } from '../lib/group-by.js'
import { Turn } from '../lib/fairness/turns.js'
import { normalName } from '../lib/normal-name.js'
import { externalIds } from '../personas/ontology-type.shape.js'
import { typesOfPersonas } from '../personas/ontology.service.js'
import type { ComparedAnnotation } from './agreement.sql.js'
import type { Label } from './figures/conclusion.js'
import type { ComparedType } from './figures/type-classes.js'

/** The kinds of types that labels name, in the order in which a label is looked up after the kind of its annotation. */
const labelKinds = ['entity', 'event', 'role']

const kbIdOf = (body: unknown) => (readMember('kbId', externalIds.kbId, body) as string | null)?.trim() ?? ''

/**
 * Returns the types of personas in the order of the personas. Does not check access, because callers have already read
 * the personas.
 */
export async function comparedTypes(ctx: Context, personaIds: readonly string[]): Promise<ComparedType[]> {
  const ofPersonas = await typesOfPersonas(ctx, personaIds)
  return labelled(ofPersonas.flat()).map(({ personaId, typeId, kind, name, body }) => ({
    personaId,
    typeId,
    kind,
    name,
    kbId: kbIdOf(body),
  }))
}

const labelled = <T extends { kind: string }>(types: readonly T[]) =>
  types.filter(({ kind }) => labelKinds.includes(kind))

/** What decides what the label of an annotation names. */
export type LabelledAnnotation = Pick<
  ComparedAnnotation,
  'personaId' | 'type' | 'isObject' | 'linkType' | 'label' | 'createdByUserId' | 'projectId'
>

/** The labels of annotations: `of` has the index of each annotation's label in `labels`. */
export interface ComparedLabels {
  labels: Label[]
  of: Int32Array
  /** The types of the ontologies, followed by those that only labels name. */
  types: ComparedType[]
  /** The objects by their numbers. */
  objects: ComparedObject[]
}

/** An object that labels name. */
export interface ComparedObject {
  /** A text that is the same for the same object, on all videos. */
  key: string
  /** Its name; the id of an object that the actor may not read. */
  name: string
}

/**
 * Finds what the labels of annotations name. A label that is the id of no type of its persona is the type with that
 * name, if there is exactly one, else a type of its own, of no kind. Objects that the actor may not read are compared
 * by their ids alone.
 */
export async function labelsOf(
  ctx: Context,
  annotations: readonly LabelledAnnotation[],
  ontology: readonly ComparedType[],
): Promise<ComparedLabels> {
  const found: ComparedLabels = {
    labels: [],
    of: new Int32Array(annotations.length),
    types: [...ontology],
    objects: [],
  }
  const known = new Map<string, number>()
  const numberOf = (key: string, make: () => Label) => {
    const number = known.get(key) ?? found.labels.length
    if (number === found.labels.length) found.labels.push(make())
    known.set(key, number)
    return number
  }
  const findType = typeFinder(found.types)
  const numbers = new Map<string, number>()
  const findObject = await objectFinder(
    ctx,
    annotations.filter(({ isObject }) => isObject),
  )
  const turn = new Turn(ctx.budget)
  for (const [at, annotation] of annotations.entries()) {
    const { personaId, type, isObject, label } = annotation
    const object = isObject ? findObject(annotation) : undefined
    found.of[at] = object
      ? numberOf(JSON.stringify([object.key, label]), () => {
          const value = numbers.get(object.key) ?? numbers.size
          if (value === numbers.size) found.objects.push(object)
          numbers.set(object.key, value)
          return { id: label, value }
        })
      : numberOf(JSON.stringify([personaId, type, label]), () => {
          const value = findType(personaId, type, label)
          return { id: found.types[value]!.typeId, value }
        })
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
  return found
}

/** Returns a function that finds the type of a label, and adds one to the types for a label that names none. */
function typeFinder(types: ComparedType[]) {
  const keyOf = (...parts: string[]) => JSON.stringify(parts)
  const byId = new Map<string, number>()
  types.forEach(({ personaId, kind, typeId }, at) => {
    const key = keyOf(personaId, kind, typeId)
    if (!byId.has(key)) byId.set(key, at)
  })
  const byName = groupBy(types.keys(), (at) => keyOf(types[at]!.personaId, normalName(types[at]!.name)))
  const own = new Map<string, number>()
  return (personaId: string, kind: string, label: string): number => {
    for (const one of [kind, ...labelKinds]) {
      const type = byId.get(keyOf(personaId, one, label))
      if (type !== undefined) return type
    }
    const named = byName.get(keyOf(personaId, normalName(label))) ?? []
    if (named.length === 1) return named[0]!
    const key = keyOf(personaId, label)
    const type = own.get(key) ?? types.length
    if (type === types.length) types.push({ personaId, typeId: label, kind: '', name: label, kbId: '' })
    own.set(key, type)
    return type
  }
}

/**
 * Returns a function that finds the object of an annotation: its name, and a text that is the same for the same object.
 */
async function objectFinder(
  ctx: Context,
  annotations: readonly LabelledAnnotation[],
): Promise<(annotation: LabelledAnnotation) => ComparedObject> {
  const keyOf = ({ linkType, label, createdByUserId, projectId }: LabelledAnnotation) =>
    JSON.stringify([linkType, label, createdByUserId, projectId])
  const different = [...new Map(annotations.map((one) => [keyOf(one), one])).values()]
  const targets = await targetsOfLabels(ctx, different)
  const found = new Map(
    different.map((annotation, at) => {
      const object = targets[at] as Found | null
      return [keyOf(annotation), { key: valueOf(object, annotation.label), name: object?.name || annotation.label }]
    }),
  )
  return (annotation: LabelledAnnotation) => found.get(keyOf(annotation))!
}

interface Found {
  /** Its world, kind and key. */
  id: string
  name: string | null
  body: unknown
}

function valueOf(object: Found | null, label: string): string {
  const kbId = object ? kbIdOf(object.body) : ''
  return JSON.stringify(kbId ? ['kbId', kbId] : [object?.id ?? '', label])
}
