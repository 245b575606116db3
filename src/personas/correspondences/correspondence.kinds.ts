import { ifExists, kind } from '../../database/rows/kind.js'

const typeOf = (end: 'first' | 'second', of: string) =>
  `(select 1 from ontology_types t where t.persona_id = ${of}.${end}_persona_id and t.type_id = ${of}.${end}_type_id limit 1)`

export const typeCorrespondenceKind = kind('typeCorrespondences', {
  name: 'type_correspondence',
  noun: 'Type correspondence',
  type: 'TypeCorrespondence',
  content: 'persona',
  owner: 'createdBy',
  log: {
    // Members of a project see it in the log if both personas belong to that project.
    project: `(select p.project_id from personas p join personas o on o.id = it.second_persona_id
    where p.id = it.first_persona_id and p.project_id = o.project_id)`,
    parent: 'it.first_persona_id',
    version: 'it.version',
    gone: `${typeOf('first', 'it')} is null
    or ${typeOf('second', 'it')} is null`,
  },
  title: "concat_ws(' ', c.before ->> 'first_type_id', c.before ->> 'relation', c.before ->> 'second_type_id')",
  restore: {
    set: { createdBy: ifExists('created_by', 'users') },
    // It was also deleted with the type at its other end, and is restored with that type if this one is restored first.
    only: `${typeOf('first', 'r')} is not null and ${typeOf('second', 'r')} is not null`,
  },
  isQuiet: true,
})
