import type { IncomingHttpHeaders } from 'node:http'
import type { ServiceContext } from '../context.js'
import { modelOf, selection, taskNamed, useModel } from '../models/registry.js'
import { Problem } from '../problem.js'
import { isProvider, providerKey, providerNames, sentKey } from './provider.js'
import type { ProviderModel } from './provider.js'

/**
 * Chooses the provider's model for a task of a request; null if the baseline does it. It is the selected model if its
 * provider has a key, else the first option of the first provider that has one; keys sent with the request take
 * precedence over those of the environment. A baseline selected by a request at run time is never replaced. `wanted` is
 * the option that the request names, by name or model id: throws 404 if the task does not have it, 400 if its provider
 * has no key.
 */
export function providerModel(
  context: ServiceContext,
  taskName: string,
  headers: IncomingHttpHeaders,
  wanted?: string,
): ProviderModel | null {
  const { registry, config, providers } = context
  const task = taskNamed(registry, taskName)
  if (task === undefined) return null
  if (wanted !== undefined) {
    const { framework, model_id: modelId } = optionNamed(context, task, wanted).option
    if (!isProvider(framework)) return null
    const apiKey = providerKey(headers, config, framework)
    if (apiKey === null) throw new Problem(400, `${wanted} needs an API key of ${framework}`)
    return { provider: framework, modelId, apiKey, settings: providers[framework] }
  }
  const chosen = selection(registry, task)?.option
  if (chosen?.framework === 'baseline' && registry.chosen.has(task)) return null
  const options = Object.values(registry.config.models[task]?.options ?? {})
  const inOrder = providerNames.flatMap((name) => options.filter(({ framework }) => framework === name))
  // A key that came with the request takes precedence over those of the environment, whatever the provider (AK-07).
  const brought = inOrder.filter(({ framework }) => isProvider(framework) && sentKey(headers, framework) !== null)
  for (const { framework, model_id: modelId } of [...(chosen ? [chosen] : []), ...brought, ...inOrder]) {
    const apiKey = isProvider(framework) ? providerKey(headers, config, framework) : null
    if (isProvider(framework) && apiKey !== null)
      return { provider: framework, modelId, apiKey, settings: providers[framework] }
  }
  return null
}

/**
 * Loads the baseline of a task and returns its model id: the selected model, or the first baseline if the selected
 * model belongs to a provider without a key. `wanted` is the option that the request names. Throws 404 if the task does
 * not have that option, 503 if no baseline exists or it cannot run here.
 */
export function baselineModel(context: ServiceContext, taskName: string, wanted?: string): string {
  const { registry } = context
  const task = taskNamed(registry, taskName)
  if (task !== undefined && wanted !== undefined) {
    const { name, option } = optionNamed(context, task, wanted)
    return modelOf(registry, task, name, option)
  }
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

function optionNamed({ registry }: ServiceContext, task: string, wanted: string) {
  const options = Object.entries(registry.config.models[task]?.options ?? {})
  const entry = options.find(([name]) => name === wanted) ?? options.find(([, { model_id: id }]) => id === wanted)
  if (!entry) throw new Problem(404, `Model ${wanted} not found for task ${task}`)
  return { name: entry[0], option: entry[1] }
}
