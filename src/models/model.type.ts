import { Field, Float, ObjectType } from 'type-graphql'
import { Json } from '../graphql/scalars.js'

@ObjectType({ description: 'A model that can be selected for a task.' })
export class ModelOption {
  @Field(() => String, { description: 'Name by which it is selected.' })
  name: string

  @Field(() => String, { description: 'ID of the model.' })
  modelId: string

  @Field(() => Json, { description: 'Everything that the model service says about it, as JSON.' })
  details: unknown
}

@ObjectType({ description: 'A task of the model service, such as detecting objects.' })
export class ModelTask {
  @Field(() => String, { description: 'Name of the task, such as `object_detection`.' })
  task: string

  @Field(() => String, {
    nullable: true,
    description: 'Name of the selected model; null when the model service does not say.',
  })
  selected: string | null

  @Field(() => [ModelOption], { description: 'Models that can be selected for the task.' })
  options: ModelOption[]
}

@ObjectType({ description: 'Tasks, models and settings of the model service.' })
export class ModelConfig {
  @Field(() => [ModelTask], { description: 'Tasks that the model service can perform.' })
  tasks: ModelTask[]

  @Field(() => Json, { description: 'Settings for running models, as JSON of the model service.' })
  inference: unknown

  @Field(() => Boolean, { description: 'Whether the model service has a GPU (CUDA).' })
  cudaAvailable: boolean

  @Field(() => Float, { description: 'Total GPU memory, in GB.' })
  totalVramGb: number
}

@ObjectType('LoadedModel', { description: 'A model that the model service has in memory; null fields are unknown.' })
export class LoadedModelOutput {
  @Field(() => String, { nullable: true, description: 'ID of the model.' })
  modelId: string | null

  @Field(() => String, { nullable: true, description: 'Name of the task that it performs.' })
  taskType: string | null

  @Field(() => String, { nullable: true, description: 'Name by which it is selected.' })
  modelName: string | null

  @Field(() => String, { description: '`loaded`, `loading`, `failed` or `unloaded`; `loaded` when unknown.' })
  health: string

  @Field(() => Float, { nullable: true, description: 'Memory that it uses, in GB.' })
  vramUsedGb: number | null

  @Field(() => Float, { nullable: true, description: 'How long loading it took, in milliseconds.' })
  loadTimeMs: number | null
}

@ObjectType({ description: 'Models that the model service has in memory, and how much memory is used.' })
export class ModelServiceStatus {
  @Field(() => [LoadedModelOutput], { description: 'Models in memory.' })
  loadedModels: LoadedModelOutput[]

  @Field(() => Float, { description: 'GPU memory in use, in GB.' })
  totalVramAllocatedGb: number

  @Field(() => Float, { description: 'GPU memory that is free, in GB.' })
  totalVramAvailableGb: number

  @Field(() => Boolean, { description: 'Whether the model service has a GPU (CUDA).' })
  cudaAvailable: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Device that runs the models, such as `cpu`; null when unknown.',
  })
  device: string | null
}

@ObjectType({ description: 'The model that is now selected for a task.' })
export class ModelSelection {
  @Field(() => String, { description: 'Name of the task.' })
  taskType: string

  @Field(() => String, { description: 'Name of the selected model.' })
  selectedModel: string

  @Field(() => String, { description: 'ID of the selected model.' })
  modelId: string

  @Field(() => String, { description: 'Confirmation for people.' })
  message: string
}

@ObjectType({ description: 'Memory that the model selected for a task needs.' })
export class ModelRequirement {
  @Field(() => String, { description: 'Name of the task.' })
  task: string

  @Field(() => String, { nullable: true, description: 'Name of the selected model; null when unknown.' })
  modelName: string | null

  @Field(() => Float, { description: 'GPU memory that it needs, in GB.' })
  vramGb: number
}

@ObjectType({ description: 'Whether the selected models of all tasks fit into memory together.' })
export class ModelValidation {
  @Field(() => Boolean, { description: 'Whether they fit together.' })
  valid: boolean

  @Field(() => Float, { description: 'Total GPU memory, in GB.' })
  totalVramGb: number

  @Field(() => Float, { description: 'GPU memory that the selected models need together, in GB.' })
  totalRequiredGb: number

  @Field(() => Float, { description: 'Fraction of the GPU memory that may be used, 0 to 1.' })
  threshold: number

  @Field(() => Float, { description: 'GPU memory that may be used, in GB: total times threshold.' })
  maxAllowedGb: number

  @Field(() => [ModelRequirement], { description: 'Memory that each task needs.' })
  modelRequirements: ModelRequirement[]

  @Field(() => [String], {
    description: 'Warnings, such as by how much the models exceed the memory; may be given even if valid.',
  })
  warnings: string[]
}
