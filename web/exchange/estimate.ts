import type { ExportSizeQuery } from '../generated/graphql.js'

/** The files that an export can be. */
export type ExportFileName = 'all' | 'annotations' | 'personas' | 'world' | 'summaries'

/**
 * Bytes of a line of each kind, and of a type and a box in it, as measured in exports: lines of claims have some 630
 * bytes and as much text as people write. The server's own total (`totalSize`) has fixed weights that its clients rely
 * on, and says a third of what a file with many claims has.
 */
const bytes = {
  ...{ persona: 300, ontology: 230, type: 85, object: 260, relation: 360 },
  ...{ summary: 1000, claim: 660, annotation: 600, keyframe: 72, interpolated: 72 },
}

const sizes = {
  annotations: ({ annotationCount, keyframeCount, interpolatedFrameCount }) =>
    bytes.annotation * annotationCount + bytes.keyframe * keyframeCount + bytes.interpolated * interpolatedFrameCount,
  personas(stats) {
    const types = stats.entityTypeCount + stats.eventTypeCount + stats.roleTypeCount + stats.relationTypeCount
    return bytes.persona * stats.personaCount + bytes.ontology * stats.ontologyCount + bytes.type * types
  },
  world(stats) {
    const collections = stats.entityCollectionCount + stats.eventCollectionCount + stats.timeCollectionCount
    return (
      bytes.object * (stats.entityCount + stats.eventCount + stats.timeCount + collections + stats.worldRelationCount)
    )
  },
  summaries: ({ summaryCount, claimCount, claimRelationCount }) =>
    bytes.summary * summaryCount + bytes.claim * claimCount + bytes.relation * claimRelationCount,
} satisfies Record<Exclude<ExportFileName, 'all'>, (stats: ExportSizeQuery['exportStats']) => number>

/** About how many bytes a file of an export will have. */
export function estimatedBytes(file: ExportFileName, stats: ExportSizeQuery['exportStats']): number {
  if (file !== 'all') return sizes[file](stats)
  return Object.values(sizes).reduce((sum, sizeOf) => sum + sizeOf(stats), 0)
}
