import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

const name = Type.String({ minLength: 1, maxLength: 200 })
const path = Type.Optional(Type.String({ minLength: 1, maxLength: 4096 }))

/** Query parameters may be spelt in snake_case or camelCase (M-02). */
export const selectQuery = Type.Union([
  Type.Object({ task_type: name, model_name: name }),
  Type.Object({ taskType: name, modelName: name }),
])

export const taskParams = Type.Object({ task_type: name })

export const reconfigureRequest = Type.Union([
  Type.Object({
    key: Type.Literal('storagePaths'),
    value: Type.Object({ videoDataRoot: path, thumbnailOutputRoot: path, audioOutputRoot: path }),
  }),
  Type.Object({
    key: Type.Literal('runtime'),
    value: Type.Object({
      cudaDevice: Type.Optional(Type.String({ pattern: '^cuda(:\\d+)?$' })),
      warmupOnStartup: Type.Optional(Type.Boolean()),
      defaultBatchSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 128 })),
      maxBatchSize: Type.Optional(Type.Integer({ minimum: 1 })),
      offloadThreshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    }),
  }),
  Type.Object({
    key: Type.Literal('externalApis'),
    value: Type.Object({
      providers: Type.Array(
        Type.Object({
          provider: name,
          endpoint: Type.Optional(Type.String()),
          timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 600 })),
          maxRetries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
        }),
      ),
    }),
  }),
])

export type SelectQuery = Static<typeof selectQuery>
export type TaskParams = Static<typeof taskParams>
export type ReconfigureRequest = Static<typeof reconfigureRequest>
