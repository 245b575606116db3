import { trace } from '@opentelemetry/api'
import type { Static } from '@sinclair/typebox'
import type { SharedType } from '../access/vocabulary.js'
import { targetsOf } from '../claims/glosses/gloss-targets.js'
import { type Context, transaction } from '../context.js'
import type { ReferenceMap } from '../documents/references.js'
import { forkOf } from '../shared-kinds.js'
import { addToOwnWorld } from '../world/world-merge.service.js'
import { storedObjectOf } from '../world/world-rows.js'
import type { WorldObject } from '../world/world.type.js'
import { referencesIn } from './named-references.service.js'
import { getForkableShare } from './share.service.js'
import type { forkSchema } from './share.shape.js'
import { readReferring } from './shared-resource.service.js'

export interface Forked {
  resourceType: SharedType
  resourceId: string
}

const tracer = trace.getTracer('parallax')

/**
 * Makes a deep copy of the shared resource for its recipient, in one transaction, and returns the copy's kind and id.
 * The copies name their sources in `forkedFrom`; later changes of these do not affect them (SH-16). Throws as
 * getForkableShare does.
 */
export async function forkShare(ctx: Context, shareId: string, input: Static<typeof forkSchema>): Promise<Forked> {
  const { resourceType, resourceId } = await getForkableShare(ctx, shareId)
  return tracer.startActiveSpan('sharing.fork', { attributes: { resourceType } }, async (span) => {
    try {
      const forkedId = await transaction(ctx, (tx) =>
        forkOf(resourceType)(tx, resourceId, {
          ...input,
          copyObjects: () => copyNamedObjects(tx, resourceType, resourceId),
        }),
      )
      return { resourceType, resourceId: forkedId }
    } finally {
      span.end()
    }
  })
}

/**
 * Copies the world objects that a text names, and that the actor may read, into the personal world of the actor, who
 * becomes the author of the fork. Returns the references whose targets got new ids.
 */
async function copyNamedObjects(tx: Context, resourceType: SharedType, id: string): Promise<ReferenceMap> {
  const items = referencesIn(resourceType, id, await readReferring(tx, resourceType, id))
  const targets = await targetsOf(
    tx,
    items.filter(({ type }) => type === 'objectRef'),
  )
  const objects = targets.flatMap((target) => (target ? storedObjectOf(target as WorldObject) : []))
  return addToOwnWorld(tx, objects)
}
