import { permissionRecord } from '../access/permission.shape.js'
import { apiKeyRecord } from '../accounts/api-key.shape.js'
import { apiTokenRecord } from '../accounts/api-token.shape.js'
import { sessionRecord } from '../accounts/session.shape.js'
import { userRecord } from '../accounts/user.shape.js'
import { annotationRecord } from '../annotations/annotation.shape.js'
import { claimRecord, claimRelationRecord } from '../claims/claim.shape.js'
import { loggedTable, type LoggedTable } from '../database/changes/logged-table.js'
import { importRecord } from '../exchange/exchange.shape.js'
import { frozenExportRecord } from '../exchange/frozen/frozen-export.shape.js'
import { groupMemberRecord, groupRecord } from '../groups/group.shape.js'
import { ontologyRecord, ontologyTypeRecord, personaRecord } from '../personas/persona.shape.js'
import { invitationRecord } from '../projects/invitation.shape.js'
import { projectMemberRecord, projectRecord } from '../projects/project.shape.js'
import { shareRecord } from '../sharing/share.shape.js'
import { summaryRecord } from '../summaries/summary.shape.js'
import { assignmentRecord } from '../videos/assignments/assignment.shape.js'
import { ruleRecord } from '../videos/rules/rule.shape.js'
import { worldObjectRecord, worldRecord } from '../world/world.shape.js'
import { webhookRecord } from './webhook.shape.js'

const inProject = { project: 'it.project_id' }
const versioned = { version: 'it.version' }
const ofUser = { owner: 'it.user_id', parent: 'it.user_id' }
const ofProject = { ...inProject, parent: 'it.project_id' }
const ofPersona = (column: string) => `(select p.${column} from personas p where p.id = it.persona_id)`
const ofWorld = (column: string) => `(select w.${column} from world_states w where w.id = it.world_id)`
const ofSource = '(select c.project_id from claims c where c.id = it.source_claim_id)'
const isGone = (table: string, alias: string, column: string) =>
  `(select 1 from ${table} ${alias} where ${alias}.id = it.${column}) is null`

/**
 * The tables whose changes are logged, and what an entry says of a row. The triggers are made by migrations;
 * `npm run generate` compares them with this list, and prints the statement that a migration needs.
 */
export const loggedTables: readonly LoggedTable[] = [
  loggedTable(personaRecord, "'persona'", { owner: 'it.user_id', ...inProject, ...versioned, gone: 'false' }),
  loggedTable(ontologyRecord, "'ontology'", {
    ...{ thing: 'it.persona_id', parent: 'it.persona_id', ...versioned },
    ...{ owner: ofPersona('user_id'), project: ofPersona('project_id') },
  }),
  loggedTable(ontologyTypeRecord, "it.kind || '_type'", {
    ...{ thing: 'it.persona_id', part: 'it.type_id', parent: 'it.persona_id' },
    ...{ owner: ofPersona('user_id'), project: ofPersona('project_id'), gone: isGone('personas', 'p', 'persona_id') },
  }),
  loggedTable(worldRecord, "'world_state'", {
    ...{ owner: 'it.user_id', ...ofProject, ...versioned },
    gone: `it.project_id is not null and ${isGone('projects', 'p', 'project_id')}`,
  }),
  loggedTable(worldObjectRecord, 'it.kind', {
    ...{ thing: 'it.world_id', part: 'it.object_id', parent: 'it.world_id', derived: ['updatedAt'] },
    ...{ owner: ofWorld('user_id'), project: ofWorld('project_id'), gone: isGone('world_states', 'w', 'world_id') },
  }),
  loggedTable(annotationRecord, "'annotation'", {
    ...{ owner: 'it.created_by_user_id', ...inProject, parent: 'it.persona_id', ...versioned, gone: 'false' },
    derived: [
      ...(['hasBoxes', 'boxCount', 'keyframeCount', 'interpolatedCount', 'firstFrame', 'lastFrame'] as const),
      ...(['framesSize', 'sequenceProblems', 'framesComplete', 'trackId', 'videoSha256', 'stale'] as const),
    ],
  }),
  {
    ...{ table: 'sequence_parts', kind: "'sequence_part'", thing: 'it.annotation_id' },
    ...{ part: 'it.from_frame::text', parent: 'it.annotation_id', derived: ['tally'] },
  },
  loggedTable(summaryRecord, "'summary'", {
    ...{ owner: 'it.created_by', ...inProject, parent: 'it.persona_id', ...versioned },
    gone: isGone('personas', 'p', 'persona_id'),
  }),
  loggedTable(claimRecord, "'claim'", {
    ...{ owner: 'it.created_by', ...inProject, parent: 'coalesce(it.parent_claim_id, it.summary_id)', ...versioned },
    derived: ['summaryOwnerId'],
    gone: `${isGone('video_summaries', 's', 'summary_id')}
    or it.parent_claim_id is not null and ${isGone('claims', 'c', 'parent_claim_id')}`,
  }),
  loggedTable(claimRelationRecord, "'claim_relation'", {
    ...{ owner: 'it.created_by', project: ofSource, parent: 'it.source_claim_id' },
    gone: `${isGone('claims', 'c', 'source_claim_id')}
    or ${isGone('claims', 'c', 'target_claim_id')}`,
  }),
  loggedTable(userRecord, "'user'", { owner: 'it.id', secrets: ['passwordHash'], derived: ['spelling'] }),
  loggedTable(groupRecord, "'group'", { owner: 'it.created_by' }),
  loggedTable(groupMemberRecord, "'group_membership'", { owner: 'it.user_id', parent: 'it.group_id' }),
  loggedTable(projectRecord, "'project'", { owner: 'it.owner_user_id', project: 'it.id', gone: 'false' }),
  loggedTable(projectMemberRecord, "'project_membership'", { owner: 'it.user_id', ...ofProject }),
  loggedTable(invitationRecord, "'project_invitation'", { owner: 'it.user_id', ...ofProject }),
  loggedTable(assignmentRecord, "'video_assignment'", {
    ...{ owner: 'it.assigned_user_id', ...ofProject, derived: ['videoCreatedAt'] },
  }),
  loggedTable(ruleRecord, "'assignment_rule'", { owner: 'it.created_by' }),
  loggedTable(shareRecord, "'share'", {
    ...{ owner: 'it.shared_by_user_id', parent: 'it.resource_id', derived: ['resourceOwnerId'] },
  }),
  loggedTable(permissionRecord, "'permission'", {
    details: { ...{ scope: 'it.scope', role: 'it.role', resourceType: 'it.resource_type', action: 'it.action' } },
  }),
  { table: 'settings', kind: "'setting'", thing: 'null', part: 'it.name' },
  loggedTable(apiKeyRecord, "'api_key'", {
    ...{ ...ofUser, secrets: ['encryptedKey', 'encryptionKeyId'] },
    details: { provider: 'it.provider', keyName: 'it.key_name' },
  }),
  loggedTable(apiTokenRecord, "'api_token'", {
    ...{ ...ofUser, secrets: ['tokenHash', 'tokenTail'], details: { name: 'it.name', scopes: 'it.scopes' } },
  }),
  loggedTable(sessionRecord, "'session'", {
    ...{ ...ofUser, secrets: ['tokenHash', 'tokenTail'], events: ['insert', 'delete'] },
    details: { ipAddress: 'it.ip_address', userAgent: 'it.user_agent' },
  }),
  {
    ...{ table: 'login_attempts', kind: "'failed_sign_in'", events: ['insert'], onlyRows: 'not it.success' },
    details: { username: 'it.username', ipAddress: 'it.ip_address' },
  },
  loggedTable(importRecord, "'import'", { events: ['insert', 'update'], details: { filename: 'it.filename' } }),
  loggedTable(frozenExportRecord, "'export'", {
    ...{ owner: 'it.created_by', events: ['insert', 'delete'] },
    details: { contents: 'it.contents', scope: 'it.scope' },
  }),
  loggedTable(webhookRecord, "'webhook'", {
    ...{ owner: 'it.created_by', ...inProject },
    secrets: ['encryptedSecret', 'encryptionKeyId', 'previousSecret', 'previousKeyId'],
    derived: [
      ...(['tx', 'seq', 'failures', 'failingSince', 'retryAt', 'leasedBy', 'leasedUntil'] as const),
      ...(['previousUntil', 'updatedAt'] as const),
    ],
  }),
]
