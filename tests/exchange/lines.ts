import { newId } from '../../src/lib/uuid.js'

export const at = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-02T00:00:00.000Z' }

export function persona(more: Record<string, unknown> = {}) {
  return {
    type: 'persona',
    data: {
      id: newId(),
      name: 'Scout',
      role: 'Analyst',
      informationNeed: 'Who?',
      details: null,
      isSystemGenerated: false,
      hidden: false,
      ...at,
      ...more,
    },
  }
}

export function ontology(
  personaId: string,
  entityTypes: unknown[] = [{ id: 'person', name: 'Person', gloss: [] }],
  more: Record<string, unknown> = {},
) {
  return {
    type: 'ontology',
    data: { id: newId(), personaId, entityTypes, eventTypes: [], roleTypes: [], relationTypes: [], ...at, ...more },
  }
}

export function entity(id: string, more: Record<string, unknown> = {}) {
  return { type: 'entity', data: { id, name: `Entity ${id}`, description: [], typeAssignments: [], ...at, ...more } }
}

export const box = (frameNumber: number, more: Record<string, unknown> = {}) => ({
  frameNumber,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  isKeyframe: true,
  visible: true,
  ...more,
})

export function sequence(frames: number[], more: Record<string, unknown> = {}) {
  return { interpolationMode: 'linear', boxes: frames.map((frame) => box(frame)), ...more }
}

export function annotation(more: Record<string, unknown> = {}) {
  return {
    type: 'annotation',
    data: {
      id: newId(),
      videoId: 'v1',
      personaId: null,
      annotationType: 'object',
      objectLink: { objectId: 'e1', objectType: 'entity' },
      boundingBoxSequence: sequence([0, 10]),
      ...at,
      ...more,
    },
  }
}

export function typed(personaId: string, typeId = 'person', more: Record<string, unknown> = {}) {
  return annotation({
    personaId,
    annotationType: 'type',
    objectLink: undefined,
    typeAssignment: { typeId, typeName: typeId },
    ...more,
  })
}

export function summary(personaId: string, more: Record<string, unknown> = {}) {
  return {
    type: 'summary',
    data: { id: newId(), videoId: 'v1', personaId, summary: [{ type: 'text', content: 'A summary' }], ...at, ...more },
  }
}

export function claim(summaryId: string, more: Record<string, unknown> = {}) {
  return {
    type: 'claim',
    data: { id: newId(), summaryId, summaryType: 'video', text: 'A claim', gloss: [], ...at, ...more },
  }
}

export function claimRelation(sourceClaimId: string, targetClaimId: string, more: Record<string, unknown> = {}) {
  return {
    type: 'claim_relation',
    data: { id: newId(), sourceClaimId, targetClaimId, relationTypeId: 'supports', ...at, ...more },
  }
}

export const line = (type: string, data: Record<string, unknown>) => ({ type, data })
