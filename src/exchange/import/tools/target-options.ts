import { isObject } from '../../../lib/json-walk.js'
import { isUuid, normalUuid } from '../../../lib/uuid.js'
import { refusal } from '../refusal.js'

/** What a file of another tool does not contain. */
export interface TargetOptions {
  /** The video of its tracks; null if the file names in it decide. */
  videoId: string | null
  /** The persona whose types its labels are; null if labels are free text. */
  personaId: string | null
  /** The names or ids of types by the labels of the file. */
  labels: ReadonlyMap<string, string>
}

/** Parses the member `target` of the options. Throws VALIDATION_ERROR for other values. */
export function readTarget(target: Readonly<Record<string, unknown>>): TargetOptions {
  const { videoId = null, personaId = null, labels } = target
  if (videoId !== null && (typeof videoId !== 'string' || videoId === '' || videoId.length > 255))
    throw refusal('options.target.videoId must be the ID of a video')
  if (personaId !== null && !isUuid(personaId)) throw refusal('options.target.personaId must be the ID of a persona')
  if (labels !== undefined && labels !== null && !isObject(labels))
    throw refusal('options.target.labels must be an object with the labels of the file as names')
  const named = Object.entries(labels ?? {})
  for (const [label, name] of named)
    if (typeof name !== 'string' || !name)
      throw refusal(
        `options.target.labels: ${JSON.stringify(label.slice(0, 100))} must be the name or the ID of a type`,
      )
  return { videoId, personaId: personaId && normalUuid(personaId), labels: new Map(named as [string, string][]) }
}
