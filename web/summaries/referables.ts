import { useEffect, useMemo } from 'react'
import type { TrackIndex } from '../annotations/track-index.js'
import { ReferablesDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { readAgain } from '../lib/query-client.js'
import type { Targets } from '../personas/GlossEditor.js'
import { toldApart, useClaimTargets, useWorldTargets } from '../personas/targets.js'
import { texts } from '../texts.js'

const { types: typeWords, kinds, annotationOn } = texts.gloss
const staleTime = 60_000

/**
 * Returns what a persona's rich text about a video can refer to: the persona's types and annotations, the objects of
 * the user's worlds, and claims.
 */
export function useReferables(personaId: string, index: TrackIndex): Targets {
  const { data } = useGraph(ReferablesDocument, { personaId }, { staleTime })
  const changes = index.snapshot()
  const objects = useWorldTargets(data?.persona?.project?.id)
  const { claims, ask } = useClaimTargets()
  // The user may just have created types on the persona's page.
  useEffect(() => readAgain(ReferablesDocument), [])
  return useMemo(() => {
    const types = (data?.persona?.ontology?.types ?? []).map(({ key, name, kind }) => ({
      name: name!,
      kind: typeWords[kind],
      piece: { type: 'TYPE_REF' as const, content: key, refType: kind, refPersonaId: personaId },
    }))
    // Boxes labelled with objects of the world belong to no persona.
    const tracks = (index.entries ?? []).filter((entry) => (entry.personaId ?? personaId) === personaId)
    const annotations = tracks.map(({ id, firstFrame, lastFrame }) => ({
      name: annotationOn(index.nameOf(id), firstFrame, lastFrame),
      kind: kinds.Annotation,
      piece: { type: 'ANNOTATION_REF' as const, content: id },
      words: index.nameOf(id),
    }))
    return { things: toldApart([...types, ...objects, ...annotations, ...claims]), ask }
  }, [data, index, changes, objects, claims, ask, personaId])
}
