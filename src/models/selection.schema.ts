import { Type, type Static } from '@sinclair/typebox'

const name = Type.Optional(Type.String())

/** The query parameters in both spellings (M-02). */
export const selectQuery = Type.Object({ task_type: name, taskType: name, model_name: name, modelName: name })

/** The selection of a model for a task, once the spellings are united. */
export const selectSchema = Type.Object({
  task_type: Type.String({ minLength: 1 }),
  model_name: Type.String({ minLength: 1 }),
})
export type Selection = Static<typeof selectSchema>
