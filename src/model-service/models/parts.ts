import { Problem } from '../problem.js'
import type { Engines } from './engines.js'
import { withModel, type ModelRegistry } from './registry.js'

/** Why a part of some work cannot be done here. */
export class Missing {
  constructor(readonly reason: string) {}
}

/** Does a part of some work with the engine of its kind, or says why it cannot be done. */
export type Part<K extends keyof Engines> = <T>(
  act: (engine: Engines[K], model: string) => Promise<T>,
) => Promise<T | Missing>

/**
 * The part that the selected model of a task does, where that is an engine of this kind. One part is to end before the
 * next begins: whoever held two could wait for memory that another such call holds.
 */
export function partOf<K extends keyof Engines>(
  registry: ModelRegistry,
  task: string,
  kind: K,
  signal: AbortSignal,
): Part<K> {
  return async (act) => {
    let isHeld = false
    try {
      return await withModel(registry, task, signal, async ({ engine, model }) => {
        isHeld = true
        return engine?.kind === kind ? act(engine as Engines[K], model) : new Missing(`${model} has no weights for it`)
      })
    } catch (error) {
      if (isHeld || !(error instanceof Problem)) throw error
      return new Missing(error.message)
    }
  }
}
