import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import {
  KnownClaimsDocument,
  KnownObjectsDocument,
  KnownTypesDocument,
  ObjectsOfProjectDocument,
} from '../generated/graphql.js'
import { useAll, usePages } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import { texts } from '../texts.js'
import type { Targets } from './GlossEditor.js'
import { useKnownObjects } from './known-worlds.js'
import type { Referable } from './references.js'

const { kinds, types: typeWords } = texts.gloss
/** In milliseconds; the targets of references seldom change. */
const staleTime = 30_000

/** Returns all personas that the user may read, with their types. */
export function useTypesOfPersonas() {
  return useAll(KnownTypesDocument, {}, ({ personas }) => personas, { staleTime }).nodes
}

/** Reads types and world objects again. */
export function readTargetsAgain(): void {
  readAgain(KnownTypesDocument, KnownObjectsDocument, ObjectsOfProjectDocument)
}

const referable = {
  entities: { refType: 'ENTITY', kind: kinds.Entity },
  events: { refType: 'EVENT', kind: kinds.Event },
  times: { refType: 'TIME', kind: kinds.TimeObject },
} as const

/** Returns the entities, events and times to which texts in a project can refer. */
export function useWorldTargets(projectId: string | undefined): readonly Referable[] {
  const objects = useKnownObjects(projectId)
  return useMemo(
    () =>
      objects.flatMap(({ list, key, name, owner }) => {
        if (!(list in referable)) return []
        const { refType, kind } = referable[list as keyof typeof referable]
        const piece = { type: 'OBJECT_REF' as const, content: key, refType }
        return [{ name, kind: owner ? `${kind}, ${owner}` : kind, piece }]
      }),
    [objects],
  )
}

/** Removes the letters that mark references in a text that is being typed. */
const withoutMarks = (text: string) => text.replaceAll(/[[\]@]/g, '')

interface ClaimTarget extends Referable {
  text: string
  /** The video and the persona of its summary. */
  place: string
}

/** Returns claims that can be referred to: the newest, and those that contain the text passed to `ask`. */
export function useClaimTargets(): { claims: readonly ClaimTarget[]; ask: (words: string) => void } {
  const [typed, ask] = useState('')
  const [term] = useDebouncedValue(typed.trim(), 250)
  const { nodes } = usePages(KnownClaimsDocument, { search: term || null }, (all) => all.claims, { staleTime })
  // Claims that were found once are kept, so that a chosen claim is still among them when the text is saved.
  const found = useRef(new Map<string, ClaimTarget>())
  const claims = useMemo(() => {
    for (const { id, text, summary } of nodes ?? []) {
      const place = [summary?.video?.filename, summary?.persona?.name].filter(Boolean).join(', ')
      found.current.set(id, {
        name: withoutMarks(text).slice(0, 80),
        kind: withoutMarks(place ? `${kinds.Claim}, ${place}` : kinds.Claim),
        text,
        place,
        piece: { type: 'CLAIM_REF' as const, content: id, refClaimId: id },
      })
    }
    return [...found.current.values()]
  }, [nodes])
  return { claims, ask }
}

/** Adds the kind to names that several targets have. */
export function toldApart(all: readonly Referable[]): readonly Referable[] {
  const count = new Map<string, number>()
  for (const { name } of all) count.set(name, (count.get(name) ?? 0) + 1)
  return all.map((one) => (count.get(one.name)! > 1 ? { ...one, name: `${one.name} (${one.kind})` } : one))
}

/**
 * Returns everything that rich text can refer to: types of all personas, claims, and objects of the user's worlds and
 * of the worlds of the text's project.
 */
export function useTargets(projectId: string | undefined): Targets {
  const personas = useTypesOfPersonas()
  const objects = useWorldTargets(projectId)
  const { claims, ask } = useClaimTargets()
  return useMemo(() => {
    const types = personas.flatMap(({ id: refPersonaId, name: owner, ontology }) =>
      (ontology?.types ?? []).map(({ key, name, kind }) => ({
        name: name!,
        kind: `${typeWords[kind]}, ${owner}`,
        piece: { type: 'TYPE_REF' as const, content: key, refType: kind, refPersonaId },
      })),
    )
    return { things: toldApart([...types, ...objects, ...claims]), ask }
  }, [personas, objects, claims, ask])
}
