import { isUuid, normalUuid } from './uuid.js'

/** The parts of the id of an object in a world or of a type in the ontology of a persona. */
export interface CompositeId {
  /** The id of the world or the persona, in lower case. */
  owner: string
  kind: string
  key: string
}

/**
 * Returns the parts of a composite id `<persona or world id>/<kind>/<id inside>`, whose last part may contain slashes;
 * undefined for an id of another form.
 */
export function compositeId(id: string): CompositeId | undefined {
  const [owner = '', kind, ...key] = id.split('/')
  return isUuid(owner) && kind && key.length ? { owner: normalUuid(owner), kind, key: key.join('/') } : undefined
}
