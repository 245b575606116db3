import { enumeration } from '../../lib/schema.js'

/** What a change in the log did. */
export const operation = enumeration(
  'ChangeOperation',
  'What was done with a thing: it was made, changed or deleted.',
  ['insert', 'update', 'delete'],
)

/** Through what a change was made. */
export const via = enumeration(
  'ChangeVia',
  'Through what a change was made. SESSION: signed in. TOKEN: by a token of a program. JOB: by a job. SCHEDULE: by ' +
    'periodic work of the server.',
  ['session', 'token', 'job', 'schedule'],
)
