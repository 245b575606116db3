import { Arg, Ctx, Field, InputType, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Json } from '../graphql/scalars.js'
import { parse } from '../lib/validate.js'
import { ModelConfig, ModelSelection, ModelServiceStatus, ModelValidation } from './model.type.js'
import * as models from './model.service.js'
import { selectSchema } from './selection.schema.js'

@InputType({ description: 'Which model is to do a task.' })
export class SelectModelInput {
  @Field(() => String, { description: 'Such as object_detection.' })
  taskType: string

  @Field(() => String, { description: 'Name of one of its options.' })
  modelName: string
}

@Resolver()
export class ModelResolver {
  @Query(() => ModelConfig, { description: 'Tasks and models of the model service.' })
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

  @Query(() => ModelServiceStatus, { description: 'What the model service has in memory.' })
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

  @Query(() => Json, { description: 'Default settings by kind of model, as the model service writes them.' })
  modelDefaults(@Ctx() ctx: GraphQLContext): Promise<unknown> {
    return models.getDefaults(ctx)
  }

  @Query(() => Json, { description: 'Frameworks by kind of model, as the model service writes them.' })
  modelFrameworks(@Ctx() ctx: GraphQLContext): Promise<unknown> {
    return models.getFrameworks(ctx)
  }

  @Mutation(() => ModelSelection, { description: 'Selects the model of a task.' })
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

  @Mutation(() => ModelValidation, { description: 'Checks whether all selected models fit into memory together.' })
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
