import type { ExportSizeQuery } from '../generated/graphql.js'

/** The kinds of export files. */
export type ExportFileName = 'all' | 'annotations' | 'personas' | 'world' | 'summaries'

/**
 * The bytes of a line of each kind, and of a type and a box within a line, as measured in exports: a line of a claim
 * has some 630 bytes plus the text that users write. The server's own total (`totalSize`) uses fixed weights that its
 * clients rely on, and is a third of the real size for a file with many claims.
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

/** Returns the estimated bytes of an export file. */
export function estimatedBytes(file: ExportFileName, stats: ExportSizeQuery['exportStats']): number {
  if (file !== 'all') return sizes[file](stats)
  return Object.values(sizes).reduce((sum, sizeOf) => sum + sizeOf(stats), 0)
}
