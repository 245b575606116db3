import { Type } from '@sinclair/typebox'
import { createSchema, updateSchema } from '../database/record-schema.js'
import { choice } from '../lib/schema.js'
import { annotationRecord, linkTypes } from './annotation.record.js'

export const createAnnotationSchema = createSchema(annotationRecord)
export const updateAnnotationSchema = updateSchema(annotationRecord)

export const videoParams = Type.Object({ videoId: Type.String() })
export const annotationParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const annotationOfVideoParams = Type.Object({ videoId: Type.String(), id: Type.String({ format: 'uuid' }) })

export const annotationFilterSchema = Type.Object({
  personaId: Type.Optional(Type.String({ format: 'uuid' })),
  type: Type.Optional(Type.String()),
  linkType: Type.Optional(choice(linkTypes)),
  label: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  createdBy: Type.Optional(Type.String({ format: 'uuid' })),
})
