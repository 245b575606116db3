import { isErrno, noRoom } from '@parallax/shared/errno.js'
import { AppError, conflict, forbidden, notFound, validation } from './errors.js'

/** The error message for a change to content of an archived project (ST-04). */
export const archived = 'The project is archived: it can be read, not changed'

/** The error message where a video and persona already have a summary, possibly one that the actor may not change. */
export const summaryExists = 'A summary already exists for this video and persona'

/** How many bytes of JSON a row or an ontology may hold to fit into a line of 32 MiB; as in migration 0208. */
export const mostOfLine = 31 * 1024 * 1024

const fitsLine = (what: string) => `${what} may take at most 31 MiB as JSON: an export is to write it as one line`

/** The error message for what does not fit into a line that an import takes. */
export const tooLong = { row: fitsLine('This'), ontology: fitsLine('An ontology') }

/** Maps the named constraints of the database to the error that a violation means for the client. */
const refusals: Record<string, () => AppError> = {
  users_username_unique: () => conflict('Username already exists'),
  users_spelling_unique: () => conflict('Username already exists'),
  users_email_unique: () => conflict('Email already exists'),
  users_last_administrator: () => new AppError('VALIDATION_ERROR', 'At least one administrator is required'),
  api_keys_provider_unique: () => conflict('An API key for this provider already exists'),
  api_keys_shared_provider_unique: () => conflict('An API key for this provider already exists'),
  user_groups_slug_unique: () => conflict('A group with this slug already exists'),
  projects_archived: () => conflict(archived),
  projects_slug_unique: () => conflict('A project with this slug already exists'),
  group_memberships_once: () => conflict('User is already a member'),
  project_invitations_project_id_fkey: () => notFound('Project'),
  project_invitations_user_id_fkey: () => notFound('User'),
  project_memberships_once: () => conflict('User is already a member'),
  group_memberships_last_owner: () => new AppError('VALIDATION_ERROR', 'The last group owner cannot be removed'),
  project_memberships_last_owner: () => new AppError('VALIDATION_ERROR', 'Cannot remove the last project owner'),
  group_memberships_user_id_fkey: () => notFound('User'),
  group_memberships_group_id_fkey: () => notFound('Group'),
  project_memberships_user_id_fkey: () => notFound('User'),
  project_memberships_project_id_fkey: () => notFound('Project'),
  projects_owner_user_id_fkey: () => notFound('User'),
  projects_owner_group_id_fkey: () => forbidden(),
  project_video_assignments_once: () => conflict('Video is already assigned to this project'),
  project_video_assignments_project_id_fkey: () => notFound('Project'),
  project_video_assignments_video_id_fkey: () => notFound('Video'),
  project_video_assignments_assigned_user_id_fkey: () => notFound('User'),
  role_permissions_once: () => conflict('Permission already exists'),
  video_summaries_pair_unique: () => conflict(summaryExists),
  claim_relations_pair_unique: () => conflict('Relation already exists between these claims'),
  claims_parent_in_summary: () => validation([{ field: 'parentClaimId', message: 'Invalid parent claim' }]),
  claims_no_cycle: () => validation([{ field: 'parentClaimId', message: 'A claim cannot stand below itself' }]),
  claims_not_own_parent: () => validation([{ field: 'parentClaimId', message: 'A claim cannot stand below itself' }]),
  claims_summary_id_fkey: () => notFound('Summary'),
  video_summaries_persona_id_fkey: () => notFound('Persona'),
  video_summaries_project_id_fkey: () => notFound('Project'),
  annotations_project_id_fkey: () => notFound('Project'),
  personas_project_id_fkey: () => notFound('Project'),
  fits_line: () => new AppError('VALIDATION_ERROR', tooLong.row),
  ontologies_fit_line: () => new AppError('VALIDATION_ERROR', tooLong.ontology),
  ontologies_pkey: () => notFound('Ontology'),
  world_states_project_id_fkey: () => notFound('Project'),
  annotations_persona_id_fkey: () => notFound('Persona'),
  claim_relations_source_claim_id_fkey: () => notFound('Claim'),
  claim_relations_target_claim_id_fkey: () => notFound('Claim'),
  resource_shares_annotation_id_fkey: () => notFound('Annotation'),
  resource_shares_summary_id_fkey: () => notFound('Summary'),
  resource_shares_claim_id_fkey: () => notFound('Claim'),
  resource_shares_persona_id_fkey: () => notFound('Persona'),
  // The parent share was revoked a moment ago.
  resource_shares_parent_id_fkey: () => forbidden('You do not have permission to share this resource'),
  resource_shares_shared_with_user_id_fkey: () => notFound('User'),
  resource_shares_shared_with_group_id_fkey: () => notFound('Group'),
}

function field(error: unknown, name: string): string | undefined {
  const value =
    error !== null && typeof error === 'object' && name in error ? (error as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the name of the violated constraint, if the error is a database error that names one. */
export function constraintOf(error: unknown): string | undefined {
  return field(error, 'constraint')
}

/** Returns the SQLSTATE of a database error, such as 57014 for a cancelled statement; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = field(error, 'code')
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/**
 * Whether PostgreSQL aborted the transaction because of a concurrent one (serialization failure or deadlock); a retry
 * may succeed.
 */
export function endedForAnother(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error) ?? '')
}

const noTime = 'A time must be one that the calendar has, in ISO 8601'

/** Messages for errors that a client's value caused in the database, by SQLSTATE; they are not server faults. */
const limits: Record<string, string> = {
  // A NUL character that came by a path or inside a GraphQL document (G-06).
  '22021': 'Text must not contain a NUL character',
  // A NUL character inside a JSON document, such as a variable of a multipart form with a file.
  '22P05': 'Text must not contain a NUL character',
  // Routes and resolvers validate times (lib/moment.ts); these messages are the second line of defence.
  '22007': noTime,
  '22008': noTime,
  '22009': noTime,
  '54000': 'An id is too long',
  '54001': 'The document is nested too deeply',
}

/**
 * Whether PostgreSQL refused an id that is no UUID. GraphQL ids are arbitrary text, and not every resolver checks them.
 */
function isMalformedUuid(error: unknown): boolean {
  return (
    sqlStateOf(error) === '22P02' &&
    error instanceof Error &&
    error.message.startsWith('invalid input syntax for type uuid')
  )
}

/** Whether PostgreSQL has cancelled a statement after its time; its transaction has changed nothing. */
function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '57014' && error instanceof Error && error.message.endsWith('statement timeout')
}

/** Whether the call stack overflowed, as JSON.stringify does on a deep document that JSON.parse could still read. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack')
}

/** The driver's messages about a connection that it lost or could not get. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/
const socketCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']

/**
 * Whether the server is not (or no longer) the primary: it refuses writes and cannot tell the primary's log position.
 */
export function isNoPrimary(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state === '25006') return true
  return state === '55000' && error instanceof Error && error.message === 'recovery is in progress'
}

/**
 * Whether the database is unavailable: connections break (SQLSTATE class 08), it shuts down or starts up (57P01 to
 * 57P05), it has too many connections (53300), or it is no longer the primary. Errors of the object store and the model
 * service are excluded.
 */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== undefined && error instanceof Error && 'severity' in error)
    return state.startsWith('08') || /^57P0[1-5]$/.test(state) || state === '53300' || isNoPrimary(error)
  if (!(error instanceof Error) || '$metadata' in error) return false
  return lostConnection.test(error.message) || socketCodes.includes(field(error, 'code') ?? '')
}

/** Whose disk, quota or greatest file size is used up, where that is the reason of an error. */
function fullDisk(error: unknown): 'database' | 'server' | undefined {
  const state = sqlStateOf(error)
  const told = error instanceof Error ? error.message : ''
  // 53100 is disk_full; a file that PostgreSQL cannot write is an io_error that says why.
  if (state === '53100' || (state === '58030' && /No space left|quota exceeded/i.test(told))) return 'database'
  return isErrno(error, ...noRoom) ? 'server' : undefined
}

/**
 * Turns anything that was thrown into an AppError: an AppError stays as it is, known constraint violations become the
 * errors of the table above, and the rest becomes INTERNAL_ERROR with its cause.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const refusal = refusals[constraintOf(error) ?? '']
  if (refusal) return refusal()
  const beyond = limits[sqlStateOf(error) ?? ''] ?? (isStackOverflow(error) ? limits['54001'] : undefined)
  if (endedForAnother(error)) {
    const extra = { retryAfter: 1 }
    return new AppError('SERVER_BUSY', 'Others are changing the same things; try again', { extra, cause: error })
  }
  if (isStatementTimeout(error)) {
    const extra = { retryAfter: 10 }
    return new AppError('SERVER_BUSY', 'The database took too long to answer; try again', { extra, cause: error })
  }
  if (isDatabaseAway(error)) {
    const extra = { retryAfter: 2 }
    return new AppError('DATABASE_UNAVAILABLE', 'The database does not answer; try again', { extra, cause: error })
  }
  const full = fullDisk(error)
  if (full) return new AppError('STORAGE_FULL', `The disk of the ${full} is full; nothing was stored`, { cause: error })
  if (isMalformedUuid(error)) return new AppError('VALIDATION_ERROR', 'An id must be a UUID')
  if (beyond) return new AppError('VALIDATION_ERROR', beyond)
  return new AppError('INTERNAL_ERROR', 'An unexpected error occurred', { cause: error })
}
