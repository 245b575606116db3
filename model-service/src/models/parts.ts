import { Problem } from '../problem.js'
import type { Engines } from './engines.js'
import { withModel, type ModelRegistry } from './registry.js'

/** Why a part of a request cannot be done here. */
export class Missing {
  constructor(readonly reason: string) {}
}

/** Runs `act` with an engine of this kind, or returns why no engine is available. */
export type Part<K extends keyof Engines> = <T>(
  act: (engine: Engines[K], model: string) => Promise<T>,
) => Promise<T | Missing>

/**
 * Returns the part of a request that the selected model of a task does, if that model is an engine of this kind. One
 * part must end before the next begins: a call that held two engines could wait for memory that another such call
 * holds.
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
