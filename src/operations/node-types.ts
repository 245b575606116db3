import { requireActor } from '../access/actor.js'
import { listPermissions } from '../access/permission.service.js'
import { listApiKeys } from '../accounts/api-key.service.js'
import { listTokens } from '../accounts/api-token.service.js'
import { listSessions } from '../accounts/session-list.service.js'
import { usersByIds } from '../accounts/user.service.js'
import { annotationsByIds } from '../annotations/annotation.service.js'
import { claimsByIds } from '../claims/claim.service.js'
import { relationsOfClaims } from '../claims/relation.service.js'
import { getWebhook } from '../changes/webhook.service.js'
import type { Context } from '../context.js'
import { getFrozenExport } from '../exchange/frozen/frozen-export.service.js'
import { importsByIds } from '../exchange/import/history.service.js'
import { groupsByIds, membersOfGroups } from '../groups/group.service.js'
import { getJob } from '../jobs/job.service.js'
import { jobNode } from '../jobs/job.resolver.js'
import { AppError } from '../lib/errors.js'
import { ontologiesOfPersonas } from '../personas/ontology.service.js'
import { personasByIds } from '../personas/persona.service.js'
import { invitationsByIds } from '../projects/invitation.service.js'
import { membersOfProjects, projectsByIds } from '../projects/project.service.js'
import { getListedShare } from '../sharing/share.service.js'
import { summariesByIds } from '../summaries/summary.service.js'
import { assignmentsOfVideos } from '../videos/assignments/assignment.service.js'
import { listRules } from '../videos/rules/rule.service.js'
import { videosByIds } from '../videos/video.service.js'
import { worldsByIds } from '../world/world.service.js'
import type { Located } from './node.sql.js'

type Row = { id: string }
/** Reads the rows of located things, as far as the actor may read them; the order of the result is free. */
type Read = (ctx: Context, found: readonly Located[]) => Promise<readonly (Row | undefined)[]>

type ByIds = (ctx: Context, ids: readonly string[]) => Promise<readonly (Row | undefined)[]>
const byIds =
  (read: ByIds): Read =>
  (ctx, found) =>
    read(
      ctx,
      found.map(({ id }) => id),
    )

/**
 * Reads things through their parents, such as members through their group; `readable` returns those parents that the
 * actor may read.
 */
function ofParents<P>(
  read: (ctx: Context, parents: readonly string[]) => Promise<readonly P[]>,
  items: (of: P) => readonly (Row | undefined)[],
  readable?: ByIds,
): Read {
  return async (ctx, found) => {
    const given = [...new Set(found.flatMap(({ parent }) => parent ?? []))]
    const parents = readable ? (await readable(ctx, given)).flatMap((row) => row?.id ?? []) : given
    return parents.length ? (await read(ctx, parents)).flatMap(items) : []
  }
}

/** Reads things one by one, for types that are rarely asked for; undefined for what the actor may not read. */
const each =
  (read: (ctx: Context, id: string) => Promise<Row>): Read =>
  (ctx, found) =>
    Promise.all(found.map(({ id }) => unlessRefused(undefined, () => read(ctx, id))))

/**
 * The result of `read`, or `otherwise` when it is refused with NOT_FOUND, FORBIDDEN or UNAUTHENTICATED: what the actor
 * may not read looks as if it were not there.
 */
export async function unlessRefused<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'].includes(error.code))
      return otherwise
    throw error
  }
}

/** Accounts are read by their owners and by administrators. */
async function accounts(ctx: Context, ids: readonly string[]) {
  const { userId, isAdmin } = requireActor(ctx)
  const readable = isAdmin ? ids : ids.filter((id) => id === userId)
  return readable.length ? usersByIds(ctx, readable) : []
}

/** The actor's own API keys and, for administrators, the shared ones, which have no parent. */
async function apiKeys(ctx: Context, found: readonly Located[]) {
  const own = found.some(({ parent }) => parent !== null) ? await listApiKeys(ctx, {}) : []
  const shared = found.some(({ parent }) => parent === null)
    ? await unlessRefused([], () => listApiKeys(ctx, { shared: true }))
    : []
  return [...own, ...shared]
}

/** How the rows of each GraphQL type are read by their ids, by the same services as everywhere else. */
export const nodeTypes: Record<string, Read> = {
  User: byIds(accounts),
  Session: (ctx) => listSessions(ctx, { asAdmin: requireActor(ctx).isAdmin }),
  Token: (ctx) => listTokens(ctx, { asAdmin: requireActor(ctx).isAdmin }),
  ApiKey: apiKeys,
  Permission: (ctx) => listPermissions(ctx, {}),
  Group: byIds(groupsByIds),
  GroupMember: ofParents(membersOfGroups, (members) => members, groupsByIds),
  Project: byIds(projectsByIds),
  ProjectMember: ofParents(membersOfProjects, (members) => members, projectsByIds),
  ProjectInvitation: byIds(invitationsByIds),
  Video: byIds(videosByIds),
  VideoAssignment: ofParents(assignmentsOfVideos, (assignments) => assignments),
  VideoAssignmentRule: (ctx) => listRules(ctx),
  Persona: byIds(personasByIds),
  Ontology: ofParents(ontologiesOfPersonas, (ontology) => [ontology], personasByIds),
  World: byIds(worldsByIds),
  Annotation: byIds(annotationsByIds),
  Summary: byIds(summariesByIds),
  Claim: byIds(claimsByIds),
  ClaimRelation: ofParents(relationsOfClaims, ({ outgoing }) => outgoing),
  Import: byIds(importsByIds),
  FrozenExport: each(getFrozenExport),
  Webhook: each(getWebhook),
  Share: each(getListedShare),
  Job: each(async (ctx, id) => jobNode(await getJob(ctx, id))),
}
