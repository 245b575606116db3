import { ifExists, isGone, kind } from '../database/rows/kind.js'
import { AppError, notFound } from '../lib/errors.js'
import { tooLong } from '../lib/constraints.js'

const ofPersona = (column: string) => `(select p.${column} from personas p where p.id = it.persona_id)`
const fromPersona = {
  thing: 'it.persona_id',
  parent: 'it.persona_id',
  owner: ofPersona('user_id'),
  project: ofPersona('project_id'),
}

export const personaKind = kind('personas', {
  name: 'persona',
  noun: 'Persona',
  type: 'Persona',
  content: 'persona',
  owner: 'userId',
  project: 'projectId',
  share: 'personaId',
  log: { version: 'it.version', gone: 'false' },
  title: "c.before ->> 'name'",
  notice: { name: 'x.name' },
  restore: { set: { projectId: ifExists('project_id', 'projects') } },
})

export const ontologyKind = kind('ontologies', {
  name: 'ontology',
  noun: 'Ontology',
  type: 'Ontology',
  readThrough: 'personaId',
  content: 'persona',
  log: { ...fromPersona, version: 'it.version' },
  restore: {},
  refusals: {
    ontologies_fit_line: () => new AppError('VALIDATION_ERROR', tooLong.ontology),
    ontologies_pkey: () => notFound('Ontology'),
  },
})

export const ontologyTypeKind = kind('ontologyTypes', {
  name: ['entity_type', 'event_type', 'role_type', 'relation_type'],
  noun: 'Type',
  content: 'persona',
  partOf: 'ontology',
  variant: { column: 'kind', suffix: '_type' },
  log: { ...fromPersona, part: 'it.type_id', gone: isGone('personas', 'p', 'persona_id') },
  title: "coalesce(c.before -> 'body' ->> 'name', c.part)",
  restore: {},
})
