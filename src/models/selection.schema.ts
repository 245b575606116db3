import { Type, type Static } from '@sinclair/typebox'

const name = Type.Optional(Type.String())

/** Both spellings (M-02). */
export const selectQuery = Type.Object({ task_type: name, taskType: name, model_name: name, modelName: name })

export const selectSchema = Type.Object({
  task_type: Type.String({ minLength: 1 }),
  model_name: Type.String({ minLength: 1 }),
})
export type Selection = Static<typeof selectSchema>
