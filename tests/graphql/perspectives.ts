import type { Person } from '../support/api.js'
import { made } from '../support/workspace.js'

/**
 * Makes two personas who see the same three things on a video and disagree about their types; the first sees one more
 * thing, and makes one more claim. Two types of the second persona are stated to be the same as one of the first, which
 * is a conflict; one type of each has no equal. A third persona adopts what only the first sees. Returns the ids of
 * the first two personas.
 */
export async function makePerspectives(owner: Person, videoId: string): Promise<[string, string]> {
  const persona = async (...names: string[]): Promise<string> => {
    const { id } = await made(owner.post('/api/personas', { name: 'P', role: 'Analyst', informationNeed: 'What?' }))
    const entities = names.map((name) => ({ id: name.toLowerCase(), name }))
    await made(owner.put(`/api/personas/${id}/ontology`, { entities }))
    return id
  }
  const [first, second] = [await persona('Car', 'Van', 'Boat'), await persona('Car', 'Truck', 'Lorry', 'Ship')]
  for (const secondTypeId of ['truck', 'lorry'])
    await made(
      owner.post('/api/type-correspondences', {
        ...{ firstPersonaId: first, firstTypeId: 'van', secondPersonaId: second, secondTypeId, relation: 'exact' },
      }),
    )
  const seen = [['car', 'car'], ['van', 'car'], ['boat', 'ship'], ['boat']] as const
  for (const [at, labels] of seen.entries())
    for (const [of, label] of labels.entries()) {
      const box = { x: 300 * at, y: 0, width: 100, height: 50, isKeyframe: true }
      const frames = { boxes: [0, 9].map((frameNumber) => ({ ...box, frameNumber })) }
      const personaId = [first, second][of]!
      const { id } = await made(owner.post('/api/annotations', { videoId, personaId, type: 'type', label, frames }))
      if (labels.length > 1) continue
      const alone = { kind: 'missing', things: [{ id, version: 1 }], personaId: await persona('Boat') }
      const adopted = { ...alone, adoptId: id, note: 'The other looked away.' }
      await made(owner.post(`/api/videos/${videoId}/agreement/decisions`, adopted))
    }
  for (const personaId of [first, second]) {
    const { id } = await made(owner.post('/api/summaries', { videoId, personaId, summary: 'It is.' }))
    const texts = personaId === first ? ['A car waits.', 'It rains.'] : ['A car waits.']
    for (const text of texts) await made(owner.post(`/api/summaries/${id}/claims`, { text }))
  }
  return [first, second]
}
