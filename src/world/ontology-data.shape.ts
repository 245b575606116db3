import { Type, type TObject } from '@sinclair/typebox'
import { input, onlyRest, saidAs, says, typed } from '../lib/described.js'
import { mostOfNote, nameText, noteText, nullable, shortText, uuid } from '../lib/schema.js'
import { arraysInput } from '../personas/ontology-type.shape.js'
import { ontologySchema, ontologyTypeKind, savedPersona, typeList } from '../personas/persona.shape.js'
import { saveWorldInput, wholeWorldSchema } from './world.shape.js'

const savedOntology = input(
  'SaveOntologyInput',
  'The ontology of a persona, which replaces the stored one.',
  Type.Object({
    id: Type.Optional(says('ID for a new ontology, a UUID; generated if absent.', uuid)),
    personaId: says('ID of the persona whose ontology it is; saved in the same request or before.', uuid),
    ...arraysInput,
  }),
)

/** The complete state of a client as the input of the mutation. */
export const saveOntologyDataInput = input(
  'SaveOntologyDataInput',
  'Personas, ontologies and the personal world, saved all together or, if one is refused, not at all.',
  Type.Object({
    personas: says(
      "Personas to create or overwrite; the viewer's other personas stay as they are.",
      Type.Array(savedPersona),
    ),
    personaOntologies: says('Ontologies to replace; those not listed stay as they are.', Type.Array(savedOntology)),
    world: Type.Optional(
      says(
        'The personal world, with all seven arrays, which replace the stored ones; the stored world stays if absent.',
        saveWorldInput,
      ),
    ),
  }),
)

/** The complete state of a client (O-03 to O-07). */
export const ontologyDataSchema = Type.Object(
  saidAs(saveOntologyDataInput.properties, {
    personas: Type.Array(
      Type.Object(
        saidAs((savedPersona as unknown as TObject).properties, {
          id: uuid,
          name: nameText,
          role: nameText,
          informationNeed: Type.String({ minLength: 1, maxLength: mostOfNote }),
          details: Type.Optional(Type.Union([noteText, Type.Null()])),
          isSystemGenerated: Type.Optional(Type.Boolean()),
          hidden: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    personaOntologies: Type.Array(
      // Each of these arrays may be present under either of its two names (RF-04); the service checks that one is.
      Type.Object({
        ...saidAs(savedOntology.properties, { id: Type.Optional(uuid), personaId: uuid }),
        ...ontologySchema.properties,
        relationTypes: says(ontologySchema.properties.relationTypes.description!, typeList),
      }),
    ),
    world: Type.Optional(wholeWorldSchema),
  }),
)

/** A request for suggestions; it needs a prompt or a domain (O-10). */
export const augmentSchema = Type.Object({
  personaId: says('ID of the persona.', uuid),
  prompt: Type.Optional(says('Text that describes the domain; used if `domain` is absent or blank.', noteText)),
  domain: Type.Optional(says('Text that describes the domain; takes precedence over `prompt`.', noteText)),
  existingTypes: Type.Optional(
    says(
      "Names of types that are not to be suggested; those of this kind in the persona's ontology by default.",
      Type.Array(shortText, { maxItems: 10_000 }),
    ),
  ),
  targetCategory: Type.Optional(says('Kind of types to suggest; ENTITY by default.', ontologyTypeKind)),
  maxSuggestions: Type.Optional(
    says('Highest number of suggestions, 1 to 50; 10 by default.', Type.Integer({ minimum: 1, maximum: 50 })),
  ),
})

const suggestion = typed(
  'OntologySuggestion',
  'An ontology type that the model service suggests.',
  Type.Object({
    name: says('Name of the type.', Type.String()),
    description: says('What the type means.', Type.String()),
    parent: nullable(
      says('Name of an existing or suggested type that this one refines; null if there is none.', Type.String()),
    ),
    confidence: says('How well the type fits, as the model estimates it, 0 to 1.', Type.Number()),
    examples: says(
      'Up to three examples: sentences of the text that mention the type, or instances of it.',
      Type.Array(Type.String()),
    ),
  }),
)

export const suggestions = typed(
  'AugmentOntologyPayload',
  'Suggested ontology types; nothing is stored.',
  Type.Object({
    id: onlyRest(says('ID of the request.', Type.String())),
    personaId: onlyRest(says('ID of the persona.', uuid)),
    targetCategory: onlyRest(says('Kind of the suggested types.', Type.String())),
    suggestions: says('The suggested types, best first.', Type.Array(suggestion)),
    reasoning: says('Why these types were suggested; empty if the model does not say.', Type.String()),
  }),
)
