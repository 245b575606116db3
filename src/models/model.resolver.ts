import { Arg, Ctx, Field, InputType, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Json } from '../graphql/scalars.js'
import { parse } from '../lib/validate.js'
import { ModelConfig, ModelSelection, ModelServiceStatus, ModelValidation } from './model.type.js'
import * as models from './model.service.js'
import { selectSchema } from './selection.schema.js'

@InputType({ description: 'Which model is to perform a task from now on.' })
export class SelectModelInput {
  @Field(() => String, { description: 'Name of the task, such as `object_detection`; an unknown one is refused.' })
  taskType: string

  @Field(() => String, { description: "Name of one of the task's options; an unknown one is refused." })
  modelName: string
}

@Resolver()
export class ModelResolver {
  @Query(() => ModelConfig, {
    description: 'Tasks of the model service, the models to choose from and which are selected.',
  })
  async modelConfig(@Ctx() ctx: GraphQLContext): Promise<ModelConfig> {
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
  async modelStatus(@Ctx() ctx: GraphQLContext): Promise<ModelServiceStatus> {
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

  @Mutation(() => ModelSelection, { description: 'Selects the model that performs a task, for all users.' })
  async selectModel(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => SelectModelInput) { taskType, modelName }: SelectModelInput,
  ): Promise<ModelSelection> {
    const made = await models.selectModel(ctx, parse(selectSchema, { task_type: taskType, model_name: modelName }))
    return {
      taskType: made.task_type,
      selectedModel: made.selected_model,
      modelId: made.model_id,
      message: made.message,
    }
  }

  @Mutation(() => ModelValidation, {
    description: 'Checks whether the selected models of all tasks fit into memory together; changes nothing.',
  })
  async validateModels(@Ctx() ctx: GraphQLContext): Promise<ModelValidation> {
    const found = await models.validateModels(ctx)
    return {
      valid: found.valid,
      totalVramGb: found.total_vram_gb,
      totalRequiredGb: found.total_required_gb,
      threshold: found.threshold,
      maxAllowedGb: found.max_allowed_gb,
      modelRequirements: Object.entries(found.model_requirements).map(([task, one]) => ({
        task,
        modelName: one.model_name,
        vramGb: one.vram_gb,
      })),
      warnings: found.warnings,
    }
  }
}
