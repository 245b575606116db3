import type { Person } from '../support/api.js'
import { made } from '../support/workspace.js'

/** Makes a persona with the entity types Car and Van, or the types with these names; returns its id. */
export async function makePersona(
  person: Person,
  names: readonly string[] = ['Car', 'Van'],
  more = {},
): Promise<string> {
  const body = { name: 'Pilot', role: 'Pilot', informationNeed: 'What?', ...more }
  const { id } = await made(person.post('/api/personas', body))
  const entities = names.map((name) => ({ id: name.toLowerCase(), name }))
  await made(person.put(`/api/personas/${id}/ontology`, { entities }))
  return id
}

/** Draws a box of 100 x 50 pixels that stays at a place from one frame to another; returns the id of the annotation. */
export async function draw(
  person: Person,
  videoId: string,
  personaId: string,
  label: string,
  x: number,
  from: number,
  to: number,
): Promise<string> {
  const boxes = [from, to].map((frameNumber) => ({ frameNumber, x, y: 0, width: 100, height: 50, isKeyframe: true }))
  const frames = { boxes, interpolationSegments: [], visibilityRanges: [] }
  return (await made(person.post('/api/annotations', { videoId, personaId, type: 'type', label, frames }))).id
}
