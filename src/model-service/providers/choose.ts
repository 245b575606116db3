import type { IncomingHttpHeaders } from 'node:http'
import type { ServiceContext } from '../context.js'
import { modelOf, selection, taskNamed, useModel } from '../models/registry.js'
import { Problem } from '../problem.js'
import { isProvider, providerKey, providerNames } from './provider.js'
import type { ProviderModel } from './provider.js'

/**
 * The provider's model that does this task for this request, or null where the baseline does it: the selected model if
 * its provider has a key, else the first option of the first provider that has one. A baseline that somebody selected
 * stays.
 */
export function providerModel(
  context: ServiceContext,
  taskName: string,
  headers: IncomingHttpHeaders,
): ProviderModel | null {
  const { registry, config, providers } = context
  const task = taskNamed(registry, taskName)
  if (task === undefined) return null
  const chosen = selection(registry, task)?.option
  if (chosen?.framework === 'baseline' && registry.chosen.has(task)) return null
  const options = Object.values(registry.config.models[task]?.options ?? {})
  const inOrder = providerNames.flatMap((name) => options.filter(({ framework }) => framework === name))
  for (const { framework, model_id: modelId } of chosen ? [chosen, ...inOrder] : inOrder) {
    const apiKey = isProvider(framework) ? providerKey(headers, config, framework) : null
    if (isProvider(framework) && apiKey !== null)
      return { provider: framework, modelId, apiKey, settings: providers[framework] }
  }
  return null
}

/**
 * Loads the baseline of a task and gives its model id: the selected model, or the first baseline where a provider's is
 * selected but has no key.
 */
export function baselineModel({ registry }: ServiceContext, taskName: string): string {
  const task = taskNamed(registry, taskName)
  const chosen = task === undefined ? undefined : selection(registry, task)
  if (task === undefined || !chosen || !isProvider(chosen.option.framework)) return useModel(registry, taskName)
  const baseline = Object.entries(registry.config.models[task]?.options ?? {}).find(
    ([, { framework }]) => framework === 'baseline',
  )
  if (!baseline)
    throw new Problem(
      503,
      `${chosen.name} needs an API key of ${chosen.option.framework}, and ${taskName} has no baseline`,
    )
  return modelOf(registry, task, baseline[0], baseline[1])
}
