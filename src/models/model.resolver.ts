import type { Static } from '@sinclair/typebox'
import { Ctx, Query, Resolver } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { Json } from '../graphql/scalars.js'
import * as models from './model.service.js'
import { modelConfig, modelStatus } from './model.shape.js'

const ModelConfig = objectOf(modelConfig)
const ModelServiceStatus = objectOf(modelStatus)

@Resolver()
export class ModelResolver {
  @Query(() => ModelConfig, {
    description: 'Tasks of the model service, the models to choose from and which are selected.',
  })
  async modelConfig(@Ctx() ctx: GraphQLContext): Promise<Static<typeof modelConfig>> {
    const {
      models: tasks,
      inference,
      cuda_available: cudaAvailable,
      total_vram_gb: totalVramGb,
    } = await models.getConfig(ctx)
    return {
      inference,
      cudaAvailable,
      totalVramGb,
      tasks: Object.entries(tasks).map(([task, { selected = null, options }]) => ({
        task,
        selected,
        options: Object.entries(options).map(([name, details]) => ({ name, modelId: details.model_id, details })),
      })),
    }
  }

  @Query(() => ModelServiceStatus, {
    description: 'Models that the model service has in memory, and how much memory is used.',
  })
  async modelStatus(@Ctx() ctx: GraphQLContext): Promise<Static<typeof modelStatus>> {
    const status = await models.getStatus(ctx)
    return {
      loadedModels: status.loadedModels,
      totalVramAllocatedGb: status.total_vram_allocated_gb,
      totalVramAvailableGb: status.total_vram_available_gb,
      cudaAvailable: status.cuda_available,
      device: status.device ?? null,
    }
  }

  @Query(() => Json, {
    description:
      'Default settings by kind of model, as JSON of the model service, or the built-in ones if it has none.',
  })
  modelDefaults(@Ctx() ctx: GraphQLContext): Promise<unknown> {
    return models.getDefaults(ctx)
  }

  @Query(() => Json, {
    description:
      'Supported frameworks by kind of model, as JSON of the model service, or the built-in ones if it has none.',
  })
  modelFrameworks(@Ctx() ctx: GraphQLContext): Promise<unknown> {
    return models.getFrameworks(ctx)
  }
}
