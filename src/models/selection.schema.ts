import { Type, type Static } from '@sinclair/typebox'
import { nameText, shortText } from '../lib/schema.js'

const name = Type.Optional(shortText)

/** The query parameters in both spellings (M-02). */
export const selectQuery = Type.Object({ task_type: name, taskType: name, model_name: name, modelName: name })

/** The selection of a model for a task, once the spellings are united. */
export const selectSchema = Type.Object({ task_type: nameText, model_name: nameText })
export type Selection = Static<typeof selectSchema>
