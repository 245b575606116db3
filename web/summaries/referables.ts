import { useEffect, useMemo } from 'react'
import { ReferableAnnotationsDocument, ReferablesDocument } from '../generated/graphql.js'
import { useGraph } from '../lib/graph.js'
import { useAll } from '../lib/pages.js'
import { readAgain } from '../lib/query-client.js'
import type { Known } from '../personas/GlossEditor.js'
import { toldApart, useKnownClaims, useKnownObjects } from '../personas/known.js'
import { texts } from '../texts.js'

const { types: typeWords, kinds, annotationAt } = texts.gloss
const staleTime = 60_000

/**
 * What rich text of a persona about a video may refer to: its types, the objects of the world, its annotations, claims.
 */
export function useReferables(personaId: string, videoId: string): Known {
  const { data } = useGraph(ReferablesDocument, { personaId }, { staleTime })
  const { nodes } = useAll(ReferableAnnotationsDocument, { personaId, videoId }, (all) => all.annotations, {
    staleTime,
  })
  const objects = useKnownObjects()
  const { claims, ask } = useKnownClaims()
  // Whoever comes here from the video or the persona may have made there what is to be named.
  useEffect(() => readAgain(ReferablesDocument, ReferableAnnotationsDocument), [])
  return useMemo(() => {
    const types = (data?.persona?.ontology?.types ?? []).map(({ key, name, kind }) => ({
      name,
      kind: typeWords[kind],
      piece: { type: 'typeRef', content: key, refType: kind.toLowerCase(), refPersonaId: personaId },
    }))
    const annotations = nodes.map(({ id, label, firstFrame }) => ({
      name: annotationAt(label, firstFrame ?? 0),
      kind: kinds.Annotation,
      piece: { type: 'annotationRef', content: id },
    }))
    return { things: toldApart([...types, ...objects, ...annotations, ...claims]), ask }
  }, [data, nodes, objects, claims, ask, personaId])
}
