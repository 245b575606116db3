import { Type, type Static } from '@sinclair/typebox'
import { anyId, says, typed } from './described.js'
import { nullable } from './schema.js'

/** What a copy was made of. */
export const forkedFrom = typed(
  'ForkedFrom',
  'What a thing is a copy of, and in which version. It stays as it is when the source changes or is deleted.',
  Type.Object({
    id: says(
      'ID of the source, also when the source has been deleted or the viewer may not read it.',
      anyId(Type.String()),
    ),
    version: says(
      'Version of the source when the copy was made: that of its world for an object of a world; null for a relation ' +
        'between claims, which has no versions.',
      nullable(Type.Integer()),
    ),
  }),
)

export type ForkedFrom = Static<typeof forkedFrom>
