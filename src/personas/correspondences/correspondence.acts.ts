import { Type } from '@sinclair/typebox'
import { act, type Acts, type Reply } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, successMessage } from '../../http/answers.js'
import { below } from '../../http/created.js'
import { setEtag } from '../../http/etag.js'
import { says } from '../../lib/described.js'
import { uuid } from '../../lib/schema.js'
import * as correspondences from './correspondence.service.js'
import {
  correspondenceRecord,
  correspondencesQuery,
  saveCorrespondenceSchema,
  suggestions,
  suggestionsQuery,
} from './correspondence.shape.js'
import { TypeCorrespondence } from './correspondence.type.js'
import { suggestCorrespondences } from './suggestion.service.js'

const correspondence = named('TypeCorrespondence', Type.Object(answerShapes(correspondenceRecord)))

/** Returns a correspondence as REST answers it: every column except the version, which is sent as the ETag. */
function bodyOf({ version: _version, ...row }: correspondences.CorrespondenceRow) {
  return row
}

function sendCorrespondence({ reply }: Reply, row: correspondences.CorrespondenceRow, status = 200) {
  setEtag(reply, row.version)
  return reply.code(status).send(bodyOf(row))
}

const one = { correspondenceId: says('ID of the correspondence.', uuid) }
const ofPersona = { personaId: says('ID of the persona.', uuid) }

export const correspondenceActs: Acts = {
  tag: 'Type correspondences',
  acts: [
    act({
      says:
        'Stores how a type of one persona relates to a type of another persona. What is stored about the two types is ' +
        'replaced, in whichever order it names them. For those who may change one of the personas and read the other.',
      rest: 'POST /api/type-correspondences',
      versioned: true,
      body: saveCorrespondenceSchema,
      run: (ctx, { body, ifVersion }) => correspondences.saveCorrespondence(ctx, body, ifVersion),
      answer: { 200: correspondence, 201: correspondence },
      located: below('/api/type-correspondences'),
      refuses: [404],
      send: (to, { isNew, ...row }) => sendCorrespondence(to, row, isNew ? 201 : 200),
      mutation: {
        name: 'saveTypeCorrespondence',
        input: 'How a type of one persona relates to a type of another persona.',
        payload: { typeCorrespondence: () => TypeCorrespondence },
      },
    }),
    act({
      says: 'Returns a correspondence of two types.',
      rest: 'GET /api/type-correspondences/:correspondenceId',
      id: 'getTypeCorrespondence',
      params: one,
      run: (ctx, { correspondenceId }) => correspondences.getCorrespondence(ctx, correspondenceId),
      answer: correspondence,
      send: (to, row) => sendCorrespondence(to, row),
    }),
    act({
      says: 'Deletes a correspondence of two types.',
      rest: 'DELETE /api/type-correspondences/:correspondenceId',
      versioned: true,
      params: one,
      run: (ctx, { correspondenceId, ifVersion }) =>
        correspondences.deleteCorrespondence(ctx, correspondenceId, ifVersion),
      answer: successMessage,
      send: () => ({ success: true, message: 'Type correspondence deleted successfully' }),
      mutation: {
        name: 'deleteTypeCorrespondence',
        id: 'correspondenceId',
        input: 'The correspondence to delete.',
        deletes: true,
      },
    }),
    listAct({
      says: 'Lists how the types of a persona relate to those of other personas that the caller may read.',
      rest: 'GET /api/personas/:personaId/type-correspondences',
      id: 'listTypeCorrespondences',
      params: ofPersona,
      query: correspondencesQuery,
      item: correspondence,
      list: (ctx, { personaId, query }) => correspondences.listCorrespondences(ctx, personaId, query),
      show: bodyOf,
    }),
    act({
      says:
        'Suggests how the types of a persona relate to those of another persona. Types are compared by IDs in knowledge ' +
        'bases, names, synonyms, more general types and, if a model can compare sentences, meaning.',
      rest: 'GET /api/personas/:personaId/type-correspondences/suggestions',
      id: 'suggestTypeCorrespondences',
      params: ofPersona,
      query: suggestionsQuery,
      run: (ctx, { personaId, query }) => suggestCorrespondences(ctx, personaId, query.otherPersonaId),
      answer: suggestions,
    }),
  ],
}
