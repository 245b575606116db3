import { requireAnnotating, type PlaceOfAnnotation } from '../../annotations/annotation-write.service.js'
import { annotationsByIds } from '../../annotations/annotation.service.js'
import { copyAnnotation } from '../../annotations/annotation-copy.service.js'
import { copyBranch } from '../../claims/claim-copy.service.js'
import type { Context } from '../../context.js'
import { notFound } from '../../lib/errors.js'
import { newId } from '../../lib/uuid.js'
import { correspondencesBetween, saveCorrespondence } from '../../personas/correspondences/correspondence.service.js'
import { saveType, typesByNames, typesOfPersonas } from '../../personas/ontology.service.js'
import type { TypeKind } from '../../personas/type-kinds.js'
import { ensureSummary } from '../../summaries/summary.service.js'
import { comparedTypes, labelsOf, type LabelledAnnotation } from '../compared-labels.service.js'
import { classesOf, type ComparedType } from '../figures/type-classes.js'

/** Copies a claim with what the actor may read below it into the persona's summary of a video. Returns its new id. */
export async function adoptClaim(tx: Context, claimId: string, videoId: string, personaId: string): Promise<string> {
  return copyBranch(tx, claimId, await ensureSummary(tx, videoId, personaId), {}, { onlyReadable: true })
}

/**
 * Copies an annotation into a persona, where it shows the persona's type that is the same as its own
 * (docs/agreement.md), or a copy of its type if the persona has no such type. Returns the id of the copy. Throws
 * NOT_FOUND when the actor may not read the annotation, or not annotate with the persona.
 */
export async function adoptAnnotation(tx: Context, id: string, personaId: string): Promise<string> {
  const [source] = await annotationsByIds(tx, [id])
  if (!source?.personaId) throw notFound('Annotation')
  const { videoId, type, linkType, label, createdByUserId, projectId } = source
  const isObject = type === 'object' || linkType !== null
  const of = { personaId: source.personaId, type, isObject, linkType, label, createdByUserId, projectId }
  const place = await requireAnnotating(tx, { videoId, personaId, type, linkType } as PlaceOfAnnotation)
  return copyAnnotation(
    tx,
    id,
    {},
    { personaId, projectId: place.projectId, label: isObject ? label : await labelIn(tx, of, personaId) },
  )
}

/** Returns the id of the persona's type that is the same as that of an annotation; a copy if it has no such type. */
async function labelIn(tx: Context, of: LabelledAnnotation, personaId: string): Promise<string> {
  if (of.personaId === personaId) return of.label
  const personaIds = [of.personaId, personaId]
  const { types, labels } = await labelsOf(tx, [of], await comparedTypes(tx, personaIds))
  const { classes } = classesOf(types, await correspondencesBetween(tx, personaIds))
  const { value } = labels[0]!
  const same = types.find((type, at) => type.personaId === personaId && classes[at] === classes[value])
  if (same) return same.typeId
  return types[value]!.kind === '' ? of.label : copyType(tx, types[value]!, personaId)
}

/** Members of a type that name other types of its ontology. */
const references = ['parentTypeId', 'roleIds', 'roles']

/** Copies a type into the ontology of a persona, as exactly the same type, and returns its id there. */
async function copyType(tx: Context, type: ComparedType, personaId: string): Promise<string> {
  const kind = type.kind as TypeKind
  const row = (await typesByNames(tx, [type])).get(`${type.personaId}/${kind}/${type.typeId}`)
  const body = Object.entries((row?.body ?? {}) as Record<string, unknown>)
  const [own] = await typesOfPersonas(tx, [personaId])
  const typeId = own!.some((one) => one.typeId === type.typeId) ? newId() : type.typeId
  const copied = Object.fromEntries(body.filter(([name, value]) => !references.includes(name) && isPlain(name, value)))
  await saveType(tx, { personaId, kind, typeId }, { ...copied, id: typeId, name: type.name })
  await saveCorrespondence(tx, {
    ...{ firstPersonaId: personaId, firstTypeId: typeId, secondPersonaId: type.personaId, secondTypeId: type.typeId },
    relation: 'exact',
  })
  return typeId
}

/** Whether the member is no rich text that refers to other things, which the persona may not have. */
const isPlain = (name: string, value: unknown): boolean =>
  name !== 'gloss' || !Array.isArray(value) || value.every((item: { type?: unknown } | null) => item?.type === 'text')
