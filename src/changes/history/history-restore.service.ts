import type { Static } from '@sinclair/typebox'
import { requireActor } from '../../access/actor.js'
import { updateAnnotation, type AnnotationChanges } from '../../annotations/annotation-write.service.js'
import { updateClaim, type UpdateClaimInput } from '../../claims/claim.service.js'
import { type Context, transaction } from '../../context.js'
import { readPosition } from '../../database/changes/position.js'
import { conflict, validation } from '../../lib/errors.js'
import { saveCorrespondence } from '../../personas/correspondences/correspondence.service.js'
import type { TypeRelation } from '../../personas/correspondences/correspondence.shape.js'
import { saveType, updateOntologyOf } from '../../personas/ontology.service.js'
import { updatePersona, type PersonaChanges } from '../../personas/persona.service.js'
import type { TypeKind } from '../../personas/type-kinds.js'
import { updateSummary } from '../../summaries/summary.service.js'
import type { updateSummarySchema } from '../../summaries/summary.shape.js'
import { worldArrays, type WorldKind } from '../../world/world-kinds.js'
import { projectOfOwnWorld, saveObject } from '../../world/world-item.service.js'
import { updateWorld } from '../../world/world.service.js'
import { historyOfKind } from './history-kinds.js'
import { allVersions, requireReadableHistory, thingNamed, type ThingNamed } from './history.service.js'
import type { RestoredVersion } from './history.shape.js'
import { isThere, selectVersion, type Thing } from './history.sql.js'
import { changesBetween } from './history-changes.js'
import type { State } from './history-versions.js'

interface Wanted {
  version?: number | null | undefined
  position?: string | null | undefined
}

/**
 * Makes a new version of a thing with the content of an earlier version, through the service of its area, so that the
 * rights to change the thing and every other rule apply. Its place (project, owner, video) stays. Throws NOT_FOUND if
 * the actor may not read or change the thing, VALIDATION_ERROR for a version that the log does not have, CONFLICT if
 * the thing is deleted or the version refers to something deleted, and PRECONDITION_FAILED if the thing is not at
 * `ifVersion`.
 */
export async function restoreVersion(
  ctx: Context,
  named: ThingNamed,
  wanted: Wanted,
  ifVersion?: number,
): Promise<RestoredVersion> {
  const thing = thingNamed(named)
  requireActor(ctx)
  await requireReadableHistory(ctx, thing)
  refuseUnclear(thing, wanted)
  return transaction(ctx, async (tx) => {
    const { versions, listed } = await allVersions(tx, thing)
    const { now } = versions
    if (!now.row && thing.part === null) throw conflict('It is deleted: the trash brings it back')
    const state = await stateWanted(tx, thing, { versions, listed }, wanted)
    const members = await apply(tx, thing, { now, state, ifVersion })
    return { ...thing, version: await selectVersion(tx.db, thing), members }
  })
}

function refuseUnclear({ kind }: Thing, { version, position }: Wanted): void {
  if ((version ?? null) === null && (position ?? null) === null)
    throw validation([{ field: 'version', message: 'is required, or a position' }])
  if ((version ?? null) !== null && (position ?? null) !== null)
    throw validation([{ field: 'position', message: 'cannot be used together with version' }])
  if ((version ?? null) !== null && !historyOfKind[kind].versioned)
    throw validation([{ field: 'version', message: `is not for the kind ${kind}, which has none; use position` }])
  if (kind === 'claim_relation')
    throw conflict('A relation between claims never changes; the trash brings back one that was deleted')
  if (kind === 'agreement_decision')
    throw conflict('A decision never changes; the trash brings back one that was deleted')
}

/** Returns the state at the version, or after the change at the position. */
async function stateWanted(
  { budget }: Context,
  { kind }: Thing,
  { versions, listed }: Awaited<ReturnType<typeof allVersions>>,
  { version, position }: Wanted,
): Promise<State> {
  const field = version === undefined || version === null ? 'position' : 'version'
  // Searches the current state and the states before each change, newest first; the state after a change is the state
  // before the next change.
  const at =
    field === 'version'
      ? versions.numbers().indexOf(version ?? null)
      : listed.findIndex((one) => samePosition(one.position, position ?? ''))
  if (at < 0) throw validation([{ field, message: 'is none that the log of changes has of it' }])
  const place = at - 1
  if (place >= 0) await versions.settle(budget, place, place)
  const state = versions.stateBefore(place)
  if (!state.row && kind !== 'world_state') throw validation([{ field, message: 'is that of its deletion' }])
  return state
}

function samePosition(one: string, other: string): boolean {
  const [a, b] = [readPosition(one), readPosition(other)]
  return a !== undefined && b !== undefined && a.log === b.log && a.tx === b.tx && a.seq === b.seq
}

interface Restoring {
  now: State
  state: State
  ifVersion: number | undefined
}

/** Restores the state; returns the names of the restored members. */
async function apply(ctx: Context, thing: Thing, { now, state, ifVersion }: Restoring): Promise<string[]> {
  const { kind, id, part } = thing
  const { record } = historyOfKind[kind]
  const changes = await changesBetween(kind, now, state, ctx.budget)
  const differing = [...new Set(changes.map(({ member }) => member))]
  if (kind === 'ontology') {
    await updateOntologyOf(ctx, id, arraysOfOntology(state), ifVersion)
    return differing
  }
  if (kind === 'world_state') {
    const projectId = await projectOfOwnWorld(ctx, id)
    const arrays = Object.entries(worldArrays).map(([array, ofArray]) => [array, state.bodiesOf(ofArray)])
    await updateWorld(ctx, Object.fromEntries(arrays) as Parameters<typeof updateWorld>[1], projectId, ifVersion)
    return differing
  }
  if (part !== null) {
    const body = state.value('body') as { id: string; name: string }
    if (kind.endsWith('_type'))
      await saveType(ctx, { personaId: id, kind: kind.replace('_type', '') as TypeKind, typeId: part }, body, ifVersion)
    else {
      const projectId = await projectOfOwnWorld(ctx, id)
      await saveObject(ctx, { projectId, kind: kind as WorldKind, objectId: part }, body, ifVersion)
    }
    return differing
  }
  const members = differing.filter((name) => name !== 'projectId' && record?.fields[name]?.updated)
  const input: Record<string, unknown> = {}
  for (const name of members)
    input[name] =
      name === 'frames'
        ? (JSON.parse((await state.sequence(ctx.budget)) ?? 'null') as unknown)
        : (state.value(record!.fields[name]!.column) ?? null)
  await requireReferences(ctx, input)
  if (kind === 'persona') await updatePersona(ctx, id, input as PersonaChanges, ifVersion)
  else if (kind === 'annotation') {
    // A restored persona would move the annotation into the project of the persona.
    const stays = 'personaId' in input ? { projectId: now.value('project_id') ?? null } : {}
    await updateAnnotation(ctx, id, { ...input, ...stays } as AnnotationChanges, ifVersion)
  } else if (kind === 'summary')
    await updateSummary(ctx, null, id, input as Static<typeof updateSummarySchema>, ifVersion)
  else if (kind === 'type_correspondence') {
    const text = (of: State, column: string) => of.value(column) as string
    const pair = {
      ...{ firstPersonaId: text(now, 'first_persona_id'), firstTypeId: text(now, 'first_type_id') },
      ...{ secondPersonaId: text(now, 'second_persona_id'), secondTypeId: text(now, 'second_type_id') },
    }
    await saveCorrespondence(ctx, { ...pair, relation: state.value('relation') as TypeRelation }, ifVersion)
  } else await updateClaim(ctx, id, input as UpdateClaimInput, ifVersion === undefined ? {} : { ifVersion })
  return members
}

function arraysOfOntology(state: State): Parameters<typeof updateOntologyOf>[2] {
  const items = (kind: string) => state.bodiesOf(kind) as { id: string; name: string }[]
  return {
    entities: items('entity_type'),
    roles: items('role_type'),
    events: items('event_type'),
    relationTypes: items('relation_type'),
    relations: (state.value('relations') ?? []) as unknown[],
  }
}

/** Throws CONFLICT with the names of the referenced rows that no longer exist. */
async function requireReferences(ctx: Context, { personaId, parentClaimId }: Record<string, unknown>): Promise<void> {
  const named = [
    ['personas', 'persona', personaId],
    ['claims', 'parent claim', parentClaimId],
  ] as const
  for (const [table, word, id] of named)
    if (typeof id === 'string' && !(await isThere(ctx.db, table, id)))
      throw conflict(`The ${word} ${id}, to which that version refers, is gone`)
}
