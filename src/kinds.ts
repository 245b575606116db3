import { permissionKind } from './access/permission.kinds.js'
import * as accounts from './accounts/account.kinds.js'
import { agreementDecisionKind } from './agreement/decisions/decision.kinds.js'
import { projectAgreementKind } from './agreement/projects/project-agreement.kinds.js'
import { annotationKind, sequencePartKind } from './annotations/annotation.kinds.js'
import { webhookKind } from './changes/webhooks/webhook.kinds.js'
import { claimKind, claimRelationKind } from './claims/claim.kinds.js'
import type { Kind } from './database/rows/kind.js'
import { exportKind, importKind } from './exchange/exchange.kinds.js'
import { groupKind, groupMemberKind } from './groups/group.kinds.js'
import { jobKind } from './jobs/job.kinds.js'
import { typeCorrespondenceKind } from './personas/correspondences/correspondence.kinds.js'
import { ontologyKind, ontologyTypeKind, personaKind } from './personas/persona.kinds.js'
import { invitationKind, projectKind, projectMemberKind } from './projects/project.kinds.js'
import { shareKind } from './sharing/share.kinds.js'
import { summaryKind } from './summaries/summary.kinds.js'
import { assignmentKind, assignmentRuleKind, videoKind } from './videos/video.kinds.js'
import { worldKind, worldObjectKind } from './world/world.kinds.js'

/**
 * All kinds of things, each described beside its shape, in an order in which rows come after those to which they refer:
 * the trash restores tables in it. Lists of kinds in the rest of the server are built from this one.
 */
const all = [
  ...[accounts.userKind, groupKind, groupMemberKind],
  ...[projectKind, projectMemberKind, invitationKind, videoKind, assignmentKind, assignmentRuleKind],
  ...[personaKind, ontologyKind, ontologyTypeKind, typeCorrespondenceKind],
  ...[worldKind, worldObjectKind, annotationKind, sequencePartKind],
  ...[summaryKind, claimKind, claimRelationKind, agreementDecisionKind, shareKind, permissionKind],
  ...[accounts.settingKind, accounts.apiKeyKind, accounts.apiTokenKind, webhookKind, accounts.sessionKind],
  ...[accounts.failedSignInKind, projectAgreementKind, importKind, exportKind, jobKind],
] as const
type Any = (typeof all)[number]

type NameIn<K> = K extends { name: infer Name } ? (Name extends readonly string[] ? Name[number] : Name) : never

/** The kinds of all things. */
export type KindName = NameIn<Any>
/** The kinds whose rows have their own access rules: all content that people create belongs to one of them. */
export type ContentType = Extract<Any, { content: string }>['content']
/** The kinds of content that can be shared. */
export type SharedType = Extract<Any, { share: string }>['content']
/** The kinds that have a history. */
export type HistoryKind = NameIn<Exclude<Extract<Any, { content: string }>, { isStorage: true }>>
/** The kinds that the trash restores by themselves. */
export type TrashKind = NameIn<Extract<Any, { title: string }>>
/** The kinds whose changes are in the log. */
export type LoggedKind = NameIn<Extract<Any, { log: object }>>

export const kinds: readonly Kind[] = all

export const namesOf = ({ name }: Pick<Kind, 'name'>): readonly string[] => (typeof name === 'string' ? [name] : name)

const named = new Map(kinds.flatMap((kind) => namesOf(kind).map((name) => [name, kind] as const)))

/** Returns the description of a kind by its name, including the name of one of several kinds in a table. */
export const kindNamed = (name: string): Kind | undefined => named.get(name)

/** Returns the names of the kinds for which `wanted` is true, in the order of the list. */
export const kindNames = <Name extends string>(wanted: (kind: Kind) => boolean): Name[] =>
  kinds.filter(wanted).flatMap(namesOf) as Name[]
