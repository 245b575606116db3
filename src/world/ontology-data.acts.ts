import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { objectOf } from '../graphql/classes.js'
import { sendJson } from '../http/send.js'
import { says } from '../lib/described.js'
import { uuid } from '../lib/schema.js'
import { normalUuid } from '../lib/uuid.js'
import { ontology, persona } from '../personas/persona.acts.js'
import { augmentOntology } from './augment.service.js'
import { getOntologyData, saveOntologyData } from './ontology-data.service.js'
import { augmentSchema, ontologyDataSchema, suggestions } from './ontology-data.shape.js'
import { world } from './world.acts.js'

const everything = Type.Object({
  personas: says('The personas.', Type.Array(persona)),
  personaOntologies: says('The ontologies of these personas.', Type.Array(ontology)),
  world: says('The personal world.', world),
})
const Suggestions = objectOf(suggestions)

export const ontologyDataActs: Acts = {
  tag: 'Ontology',
  acts: [
    act({
      says: "Returns the caller's personas, their ontologies and the personal world.",
      rest: 'GET /api/ontology',
      id: 'getOntologyData',
      query: Type.Object({ personaId: Type.Optional(says('Only the persona with this ID, and its ontology.', uuid)) }),
      run: (ctx, { query }) => getOntologyData(ctx, query.personaId && normalUuid(query.personaId)),
      answer: everything,
      send: ({ reply }, text) => sendJson(reply, text),
    }),
    // The mutation is in ontology-data.resolver.ts: it also takes types and objects with typed members.
    act({
      says: 'Saves personas, ontologies and the personal world, all or none.',
      rest: 'PUT /api/ontology',
      id: 'saveOntologyData',
      body: ontologyDataSchema,
      run: (ctx, { body }) => saveOntologyData(ctx, body),
      answer: everything,
      refuses: [404],
      send: async ({ ctx, reply }) => sendJson(reply, await getOntologyData(ctx)),
    }),
    act({
      says: 'Asks the model service to suggest ontology types that fit a persona. Nothing is stored.',
      rest: 'POST /api/ontology/augment',
      keyless: true,
      body: augmentSchema,
      run: (ctx, { body }) => augmentOntology(ctx, body),
      answer: suggestions,
      refuses: [404, 502, 504],
      mutation: {
        name: 'augmentOntology',
        input: 'For which persona, domain and kind to suggest ontology types. `prompt` or `domain` is required.',
        payload: () => Suggestions,
      },
    }),
  ],
}
