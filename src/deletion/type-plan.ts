import { abilitiesOf, type Reach } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { permitted } from '../access/rules.js'
import type { Context } from '../context.js'
import { replaceTypeReferences } from '../documents/gloss.js'
import type { TypeDeletionCounts } from './deletion.shape.js'
import {
  amongNamesakes,
  cleanType,
  cleanWorldObject,
  otherRelations,
  relationTypeOf,
  type LeavingType,
} from './type-documents.js'
import {
  selectClaimCandidates,
  selectLabelled,
  selectOtherTypes,
  selectRelations,
  selectSummaryCandidates,
  selectWorldCandidates,
  type ClaimRow,
  type ObjectRow,
  type TypeRow,
} from './type-plan.sql.js'

export interface TypeDeletionPlan {
  counts: TypeDeletionCounts
  /** These four lists hold only the rows that change, with their new documents. */
  types: TypeRow[]
  objects: ObjectRow[]
  summaries: { id: string; summary: unknown }[]
  claims: ClaimRow[]
  removedRelations: ObjectRow[]
  /** The relations that remain in the ontology's old array; undefined if no relation is removed. */
  relations: unknown[] | undefined
  annotationIds: string[]
}

/**
 * Collects everything that deleting the type changes (P-11), as far as the caller may change it. With `lock`, the rows
 * cannot change until commit.
 */
export async function planTypeDeletion(
  ctx: Context,
  who: Reach,
  leaving: LeavingType,
  lock: boolean,
): Promise<TypeDeletionPlan> {
  const abilities = await abilitiesOf(ctx)
  const others = await selectOtherTypes(ctx.db, leaving)
  const type = amongNamesakes(leaving, others)
  const counts: TypeDeletionCounts = {
    glossReferences: 0,
    annotations: 0,
    worldAssignments: 0,
    worldInterpretations: 0,
    eventRoleReferences: 0,
    relationInstances: 0,
  }
  const rewritten = <T>(document: T): T => {
    const { value, count } = replaceTypeReferences(document, type)
    counts.glossReferences += count
    return value
  }

  const instances = type.kind === 'relation' ? await selectRelations(ctx.db, type.personaId) : undefined
  const relations: unknown[] = Array.isArray(instances) ? instances : []
  const kept = otherRelations(relations, type.typeId)
  counts.relationInstances += relations.length - kept.length

  const types = others.flatMap((row) => {
    const { body, glossReferences, removed } = cleanType(row.kind, row.body, type)
    counts.glossReferences += glossReferences
    counts.eventRoleReferences += removed
    return body === row.body ? [] : [{ ...row, body }]
  })

  const candidates = await selectWorldCandidates(ctx.db, who, type, lock)
  const leaves = (row: ObjectRow) =>
    type.kind === 'relation' && row.kind === 'relation' && relationTypeOf(row.body) === type.typeId
  const removedRelations = candidates.filter(leaves)
  counts.relationInstances += removedRelations.length
  const objects = candidates
    .filter((row) => !leaves(row))
    .flatMap((row) => {
      const { body, glossReferences, removed } = cleanWorldObject(row.kind, row.body, type)
      counts.glossReferences += glossReferences
      counts[type.kind === 'event' ? 'worldInterpretations' : 'worldAssignments'] += removed
      return body === row.body ? [] : [{ ...row, body }]
    })

  const summaries = (
    await selectSummaryCandidates(ctx.db, type, among(permitted(abilities, 'update', 'summary', 's')), lock)
  ).flatMap((row) => {
    const summary = rewritten(row.summary)
    return summary === row.summary ? [] : [{ ...row, summary }]
  })

  const claims = (
    await selectClaimCandidates(ctx.db, type, among(permitted(abilities, 'update', 'claim', 'c')), lock)
  ).flatMap((row) => {
    const [gloss, claimerGloss, claimRelation] = [
      rewritten(row.gloss),
      rewritten(row.claimerGloss),
      rewritten(row.claimRelation),
    ]
    const same = gloss === row.gloss && claimerGloss === row.claimerGloss && claimRelation === row.claimRelation
    return same ? [] : [{ id: row.id, gloss, claimerGloss, claimRelation }]
  })

  const annotationIds =
    type.kind === 'relation'
      ? []
      : await selectLabelled(ctx.db, type, among(permitted(abilities, 'delete', 'annotation', 'a')), lock)
  counts.annotations = annotationIds.length

  const changedRelations = kept.length < relations.length ? kept : undefined
  return { counts, types, objects, summaries, claims, removedRelations, relations: changedRelations, annotationIds }
}
