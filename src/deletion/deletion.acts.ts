import { Type } from '@sinclair/typebox'
import { act, type Act, type Acts } from '../acts/act.js'
import { objectOf } from '../graphql/classes.js'
import { setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import { says } from '../lib/described.js'
import { typePaths } from '../personas/type-kinds.js'
import { normalUuid } from '../lib/uuid.js'
import { typeDefinition, typeNames } from '../personas/persona.acts.js'
import * as deletion from './deletion.service.js'
import {
  countsOfKind,
  deletedCounts,
  deletedType,
  namesInPreviews,
  personaDeletion,
  personaParams,
  typeDeletion,
  typeParams,
  type TypeDeletionCounts,
} from './deletion.shape.js'

// Deletions that touch several areas, under the paths of the personas and types that they delete.

const PersonaDeletion = objectOf(personaDeletion)
const aboutCleanedUp = deletedType.properties.cleanedUp.description!
const confirmation = says('Confirmation for people.', Type.String())

export const personaDeletionActs: Acts = {
  tag: 'Personas',
  acts: [
    act({
      says: "Deletes a persona with its ontology, the summaries made with it and their claims, and its owner's annotations.",
      rest: 'DELETE /api/personas/:id',
      versioned: true,
      params: personaParams.properties,
      run: (ctx, { id, ifVersion }) => deletion.deletePersona(ctx, normalUuid(id), ifVersion),
      answer: Type.Object({ message: confirmation, deleted: deletedCounts }),
      send: (_to, deleted) => ({ message: 'Persona deleted successfully', deleted }),
      mutation: {
        name: 'deletePersona',
        input: 'The persona to delete.',
        payload: { counts: { type: () => PersonaDeletion, says: deletedCounts.description! } },
        deletes: true,
      },
    }),
    act({
      says: 'Counts what would go with a persona.',
      rest: 'GET /api/personas/:id/deletion-preview',
      id: 'previewPersonaDeletion',
      params: personaParams.properties,
      run: (ctx, { id }) => deletion.previewPersonaDeletion(ctx, normalUuid(id)),
      answer: personaDeletion,
    }),
  ],
}

// The mutation deleteOntologyType is in deletion.resolver.ts: it takes the kind as an argument, while REST has a path
// for each kind.
export const typeDeletionActs: Acts = {
  tag: 'Ontology',
  acts: Object.keys(countsOfKind).flatMap((path) => actsOfTypes(path as keyof typeof typePaths)),
}

/** The acts on one kind of type: reading a single type, previewing its deletion, and deleting it. */
function actsOfTypes(path: keyof typeof typePaths): Act[] {
  const { id, word } = typeNames[path]
  const kind = typePaths[path]
  const rest = `/api/personas/:personaId/ontology/${path}/:typeId` as const
  const params = typeParams.properties
  const reference = ({ personaId, typeId }: { personaId: string; typeId: string }) => ({
    personaId: normalUuid(personaId),
    kind,
    typeId,
  })
  /** Returns the counts of this kind of type, or their schemas, under their names in answers. */
  const counted = <T>(of: Record<keyof TypeDeletionCounts, T>, names: typeof namesInPreviews = {}) =>
    Object.fromEntries(countsOfKind[path].map((name) => [names[name] ?? name, of[name]]))
  return [
    act({
      says: `Returns ${word} of a persona.`,
      rest: `GET ${rest}`,
      id: `get${id}`,
      params,
      run: (ctx, input) => deletion.getType(ctx, reference(input)),
      answer: typeDefinition,
      send({ reply }, { version, text }) {
        setEtag(reply, version)
        return sendJson(reply, text)
      },
    }),
    act({
      says: `Deletes ${word} of a persona and the references to it.`,
      rest: `DELETE ${rest}`,
      id: `delete${id}`,
      versioned: true,
      params,
      run: (ctx, input) => deletion.deleteType(ctx, reference(input), input.ifVersion),
      answer: Type.Object({
        message: confirmation,
        cleanedUp: says(aboutCleanedUp, Type.Object(counted(typeDeletion.properties))),
      }),
      send: (_to, { name, cleanedUp }) => ({
        message: `${deletion.typeThings[kind]} "${name}" deleted successfully`,
        cleanedUp: counted(cleanedUp),
      }),
    }),
    act({
      says: `Counts the references to ${word} before it is deleted.`,
      rest: `GET ${rest}/deletion-preview`,
      id: `preview${id}Deletion`,
      params,
      run: (ctx, input) => deletion.previewTypeDeletion(ctx, reference(input)),
      answer: Type.Object(counted(typeDeletion.properties, namesInPreviews)),
      send: (_to, counts) => counted(counts, namesInPreviews),
    }),
  ]
}
