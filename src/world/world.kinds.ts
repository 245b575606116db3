import { isGone, kind } from '../database/rows/kind.js'

const ofWorld = (column: string) => `(select w.${column} from world_states w where w.id = it.world_id)`

export const worldKind = kind('worldStates', {
  name: 'world_state',
  noun: 'World state',
  type: 'World',
  content: 'world_state',
  owner: 'userId',
  project: 'projectId',
  share: 'worldStateId',
  log: {
    parent: 'it.project_id',
    version: 'it.version',
    gone: `it.project_id is not null and ${isGone('projects', 'p', 'project_id')}`,
  },
  title: 'null',
  restore: {},
  isQuiet: true,
})

export const worldObjectKind = kind('worldObjects', {
  name: ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation'],
  noun: 'Object',
  content: 'world_state',
  partOf: 'world_state',
  variant: { column: 'kind', suffix: '' },
  log: {
    thing: 'it.world_id',
    part: 'it.object_id',
    parent: 'it.world_id',
    derived: ['updatedAt'],
    owner: ofWorld('user_id'),
    project: ofWorld('project_id'),
    gone: isGone('world_states', 'w', 'world_id'),
  },
  title: "coalesce(c.before -> 'body' ->> 'name', c.part)",
  restore: {},
  isQuiet: true,
})
