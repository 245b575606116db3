import type { ServiceContext } from '../context.js'
import type { RunLimits } from '../media/run.js'
import { isClass, plainTerm, type WrittenVocabulary } from '../objects/vocabulary.js'
import { partOf } from './parts.js'

/** Returns the models that a request may use in addition to its own, each loaded when it is first used. */
export const partsOf = ({ registry }: ServiceContext, { signal }: RunLimits) => ({
  objects: partOf(registry, 'object_detection', 'objects', signal),
  text: partOf(registry, 'text_reading', 'text', signal),
  speech: partOf(registry, 'speech_detection', 'speech', signal),
})

/** Returns the configured vocabulary merged with that of a request, whose entries take precedence. */
export function vocabularyOf({ registry }: ServiceContext, requested: WrittenVocabulary): WrittenVocabulary {
  const all = [...Object.entries(registry.config.vocabulary), ...Object.entries(requested)]
  return Object.fromEntries(all.map(([term, classes]) => [plainTerm(term), classes.filter(isClass)]))
}

export function batchSize({ registry }: ServiceContext): number {
  const { default_batch_size: wanted, max_batch_size: most } = registry.config.inference
  return Math.min(wanted, most)
}
