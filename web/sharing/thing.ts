import { at, paths } from '../app/paths.js'
import type { Kind, SharedThingFragment, SharesReceivedQuery } from '../generated/graphql.js'
import { texts } from '../texts.js'

/** A share in the list of resources that other users share with the user. */
export type Received = SharesReceivedQuery['sharesReceived']['nodes'][number]

interface Shared {
  resource?: SharedThingFragment | null
  resourceType: Kind
  resourceId: string
}

/** Returns the name of a kind that can be shared. */
export const nameOfKind = (kind: Kind) => (texts.projects.things as Partial<Record<Kind, string>>)[kind] ?? kind

/** Returns a text for a shared resource: its kind and, if the user may read it, its name. */
export function nameOfShared({ resource, resourceType }: Omit<Shared, 'resourceId'>): string {
  const kind = nameOfKind(resourceType)
  const name = resource && named(resource)
  return name ? `${kind}: ${name}` : kind
}

/** Returns the name of a type or an object that an annotation is labelled with. */
function nameOf(target: Extract<SharedThingFragment, { label: unknown }>['target']): string | null | undefined {
  if (!target) return undefined
  if ('typeName' in target) return target.typeName
  return 'name' in target ? target.name : undefined
}

function named(resource: SharedThingFragment): string | null | undefined {
  if ('confidence' in resource) return resource.text
  if ('persona' in resource) return texts.received.summary(resource.persona?.name, resource.video?.filename)
  if ('label' in resource) {
    const { target, label, video } = resource
    return texts.received.annotation(nameOf(target) ?? label, video?.filename)
  }
  return 'name' in resource ? resource.name : undefined
}

/** Returns the name of the persona that a fork copies; undefined for other kinds, and if the user may not read it. */
export function personaIn({ resource, resourceType }: Received): string | undefined {
  if (resourceType === 'PERSONA') return resource && 'name' in resource ? (resource.name ?? undefined) : undefined
  return resource && 'persona' in resource ? resource.persona?.name : undefined
}

/** Returns the video that a shared resource is about, and the frame on which an annotation begins. */
export function pictureOf(resource: SharedThingFragment | null | undefined) {
  if (!resource) return { video: undefined }
  if ('confidence' in resource) return { video: resource.summary?.video }
  if ('label' in resource) return { video: resource.video, frame: resource.firstFrame }
  return { video: 'persona' in resource ? resource.video : undefined }
}

/** Returns the address of the page that shows a shared resource; undefined if the user may not read its context. */
export function addressOfShared({ resource, resourceType, resourceId }: Shared): string | undefined {
  if (resourceType === 'PERSONA') return at(paths.persona, { personaId: resourceId })
  if (resourceType === 'WORLD_STATE') return at(paths.world, {}, { shared: resourceId })
  if (!resource) return undefined
  if ('confidence' in resource && resource.summary) return reading(resource.summary)
  if ('persona' in resource) return reading(resource)
  if ('label' in resource) {
    const { videoId, firstFrame } = resource
    return at(paths.video, { videoId }, { frame: firstFrame ?? undefined, annotation: resourceId })
  }
  return undefined
}

const reading = ({ videoId, personaId }: { videoId: string; personaId?: string | null }) =>
  at(paths.reading, { videoId }, { persona: personaId ?? undefined })
