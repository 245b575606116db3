import { Field, Float, ObjectType } from 'type-graphql'
import { Json } from '../graphql/scalars.js'

@ObjectType({ description: 'A model that may do a task.' })
export class ModelOption {
  @Field(() => String, { description: 'Name to select it by.' })
  name: string

  @Field(() => String, { description: 'Id of the model.' })
  modelId: string

  @Field(() => Json, { description: 'Everything that the model service says of it.' })
  details: unknown
}

@ObjectType({ description: 'A task of the model service.' })
export class ModelTask {
  @Field(() => String, { description: 'Such as object_detection.' })
  task: string

  @Field(() => String, { nullable: true, description: 'Name of the selected model.' })
  selected: string | null

  @Field(() => [ModelOption], { description: 'Models to choose from.' })
  options: ModelOption[]
}

@ObjectType({ description: 'Tasks, models and settings of the model service.' })
export class ModelConfig {
  @Field(() => [ModelTask], { description: 'The tasks.' })
  tasks: ModelTask[]

  @Field(() => Json, { description: 'Settings of inference.' })
  inference: unknown

  @Field(() => Boolean, { description: 'Whether a GPU is there.' })
  cudaAvailable: boolean

  @Field(() => Float, { description: 'Memory of the GPU in GB.' })
  totalVramGb: number
}

@ObjectType('LoadedModel', { description: 'A model in memory.' })
export class LoadedModelOutput {
  @Field(() => String, { nullable: true, description: 'Id of the model.' })
  modelId: string | null

  @Field(() => String, { nullable: true, description: 'The task it does.' })
  taskType: string | null

  @Field(() => String, { nullable: true, description: 'Name it is selected by.' })
  modelName: string | null

  @Field(() => String, { description: 'loaded, loading, failed or unloaded.' })
  health: string

  @Field(() => Float, { nullable: true, description: 'Memory it uses, in GB.' })
  vramUsedGb: number | null

  @Field(() => Float, { nullable: true, description: 'Milliseconds it took to load.' })
  loadTimeMs: number | null
}

@ObjectType({ description: 'What the model service has in memory.' })
export class ModelServiceStatus {
  @Field(() => [LoadedModelOutput], { description: 'Models in memory.' })
  loadedModels: LoadedModelOutput[]

  @Field(() => Float, { description: 'GB in use.' })
  totalVramAllocatedGb: number

  @Field(() => Float, { description: 'GB left.' })
  totalVramAvailableGb: number

  @Field(() => Boolean, { description: 'Whether a GPU is there.' })
  cudaAvailable: boolean

  @Field(() => String, { nullable: true, description: 'Such as cpu.' })
  device: string | null
}

@ObjectType({ description: 'The model now selected for a task.' })
export class ModelSelection {
  @Field(() => String, { description: 'The task.' })
  taskType: string

  @Field(() => String, { description: 'Name of the model.' })
  selectedModel: string

  @Field(() => String, { description: 'Its id.' })
  modelId: string

  @Field(() => String, { description: 'What happened.' })
  message: string
}

@ObjectType({ description: 'Memory that the model selected for a task needs.' })
export class ModelRequirement {
  @Field(() => String, { description: 'The task.' })
  task: string

  @Field(() => String, { nullable: true, description: 'Name of the model.' })
  modelName: string | null

  @Field(() => Float, { description: 'GB.' })
  vramGb: number
}

@ObjectType({ description: 'Whether all selected models fit into memory together.' })
export class ModelValidation {
  @Field(() => Boolean, { description: 'Whether they do.' })
  valid: boolean

  @Field(() => Float, { description: 'GB there are.' })
  totalVramGb: number

  @Field(() => Float, { description: 'GB they need.' })
  totalRequiredGb: number

  @Field(() => Float, { description: 'Share of the memory that may be used.' })
  threshold: number

  @Field(() => Float, { description: 'GB that may be used.' })
  maxAllowedGb: number

  @Field(() => [ModelRequirement], { description: 'By task.' })
  modelRequirements: ModelRequirement[]

  @Field(() => [String], { description: 'Why they do not fit.' })
  warnings: string[]
}
