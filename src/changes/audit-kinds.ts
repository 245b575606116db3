// The kinds of things whose changes the log has (db/migrations/0301_changes_logged.sql).

/** What people work on. */
export const contentKinds = [
  'persona',
  'ontology',
  'entity_type',
  'event_type',
  'role_type',
  'relation_type',
  'world_state',
  'entity',
  'event',
  'time',
  'entity_collection',
  'event_collection',
  'time_collection',
  'relation',
  'annotation',
  'sequence_part',
  'summary',
  'claim',
  'claim_relation',
] as const

/** Who may do what, who was there, and what was carried in and out. */
export const accessKinds = [
  'user',
  'group',
  'group_membership',
  'project',
  'project_membership',
  'project_invitation',
  'video_assignment',
  'assignment_rule',
  'share',
  'permission',
  'setting',
  'api_key',
  'api_token',
  'webhook',
  'session',
  'failed_sign_in',
  'import',
  'export',
] as const
