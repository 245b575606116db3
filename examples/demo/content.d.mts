export const persona: { name: string; role: string; informationNeed: string }
export function ontology(personaId: string): Record<string, object[]>
export function world(personaId: string): Record<string, object[]>
export function annotation(kind: 'type' | 'object', videoId: string, personaId: string): object
