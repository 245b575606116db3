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
 * What a persona's rich text about a video may refer to: the persona's types and annotations, the objects of the world,
 * and claims.
 */
export function useReferables(personaId: string, videoId: string): Known {
  const { data } = useGraph(ReferablesDocument, { personaId }, { staleTime })
  const { nodes } = useAll(ReferableAnnotationsDocument, { personaId, videoId }, (all) => all.annotations, {
    staleTime,
  })
  const objects = useKnownObjects()
  const { claims, ask } = useKnownClaims()
  // The user may just have created types or annotations on the page of the persona or the video.
  useEffect(() => readAgain(ReferablesDocument, ReferableAnnotationsDocument), [])
  return useMemo(() => {
    const types = (data?.persona?.ontology?.types ?? []).map(({ key, name, kind }) => ({
      name: name!,
      kind: typeWords[kind],
      piece: { type: 'typeRef', content: key, refType: kind.toLowerCase(), refPersonaId: personaId },
    }))
    const annotations = nodes.map(({ id, label, firstFrame }) => ({
      name: annotationAt(label!, firstFrame ?? 0),
      kind: kinds.Annotation,
      piece: { type: 'annotationRef', content: id },
    }))
    return { things: toldApart([...types, ...objects, ...annotations, ...claims]), ask }
  }, [data, nodes, objects, claims, ask, personaId])
}
