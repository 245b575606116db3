import type { ContentType } from '../access/vocabulary.js'
import { accessKinds, contentKinds } from './audit-kinds.js'

/** Kinds of which a project's webhook can be told: those whose entries name the project. */
export const kindsOfProjects: readonly string[] = [
  ...contentKinds.filter((kind) => kind !== 'sequence_part'),
  ...['project', 'project_membership', 'project_invitation', 'video_assignment'],
]

export const webhookKinds = [...contentKinds, ...accessKinds] as const

/** The kinds of the log that belong to each kind of content, by which rights are given. */
const kindsOfContent: Readonly<Record<ContentType, readonly string[]>> = {
  persona: ['persona', 'ontology', 'entity_type', 'event_type', 'role_type', 'relation_type'],
  world_state: [
    ...['world_state', 'entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection'],
    'relation',
  ],
  annotation: ['annotation'],
  summary: ['summary'],
  claim: ['claim', 'claim_relation'],
}

export const kindsOf = (types: readonly ContentType[]): string[] => types.flatMap((type) => kindsOfContent[type])
