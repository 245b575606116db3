import { sql } from 'kysely'
import { readableInSummary, visible } from '../access/rules.js'
import { userRows } from '../accounts/user.plan.js'
import { annotationRows } from '../annotations/annotation.plan.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type Targets } from '../graphql/plan.js'
import { RowReference } from '../lib/target.js'
import { personaRows, typeNamedBy } from '../personas/persona.plan.js'
import { projectRows } from '../projects/project.plan.js'
import { summaryRows } from '../summaries/summary.plan.js'
import { videoRows } from '../videos/video.plan.js'
import { needBodies } from '../world/referred.service.js'
import { objectRelations } from '../world/world.plan.js'
import { referableTypes } from '../world/world-rows.js'
import { claimFilter } from './lists/claim-list.service.js'
import type { TreeEdge } from './lists/claim-tree.service.js'
import { claimPagesOf } from './lists/claim-pages.plan.js'
import { listed, listedFrom, listedJoin } from './lists/claim-list.sql.js'
import { claimRecord } from './claim.shape.js'
import { claimsByIds, withOwners } from './claim.service.js'
import { ClaimConnection, ClaimsArgs } from './claim.type.js'
import { rowReferred, thingsReferred } from './glosses/gloss-targets.js'
import { rowOfHit } from './search/search-targets.js'
import type { Hit } from './search/search.service.js'

/** The columns that determine in whose world the references in rich text are looked up. */
const whose = ['createdBy', 'projectId']

export const claimRows: NamedRows = {
  name: 'Claim',
  record: claimRecord,
  needs: {
    gloss: whose,
    claimerGloss: whose,
    claimRelation: whose,
    viewerCan: ['id'],
    outgoing: ['id'],
    incoming: ['id'],
    claimEvent: [...whose, 'claimEventId'],
    claimTime: [...whose, 'claimTimeId'],
    claimLocation: [...whose, 'claimLocationId'],
  },
  object: withOwners,
  access: (abilities) => visible(abilities, 'claim', 'c'),
  byIds: claimsByIds,
}

const byId = (type: NamedRows) => rowNamedBy(type, 'id')

const ofHits: Targets = {
  kind: 'targets',
  rows: {
    Claim: byId(claimRows),
    Summary: byId(summaryRows),
    Persona: byId(personaRows),
    Video: byId(videoRows),
    OntologyType: typeNamedBy('reference'),
    ...objectRelations,
  },
  reference: (_ctx, hit) => rowOfHit(hit),
}

const ofTree: Targets = {
  kind: 'targets',
  rows: { Claim: byId(claimRows) },
  reference: (_ctx, { claimId }: TreeEdge) => new RowReference('Claim', claimId),
}

const below = claimPagesOf(claimRows)

export const claimPlans: Plans = {
  types: [claimRows],
  fields: {
    'Query.claim': { kind: 'byId', type: claimRows },
    'Query.claims': {
      kind: 'page',
      type: claimRows,
      says:
        'Claims that the caller may read, of one summary or of all, as a flat list, oldest first unless `orderBy` is ' +
        'given.',
      connection: () => ClaimConnection,
      args: () => ClaimsArgs,
      list: 'claims',
      ...newestFirst,
      direction: 'asc',
      filter: (args) => ({ ...claimFilter(args) }),
      from: listedFrom,
      join: listedJoin,
      where: listed,
      countsAll: 'claim',
    },
    'Summary.claims': {
      kind: 'tree',
      type: claimRows,
      from: 'id',
      to: 'summaryId',
      join: sql`join video_summaries s on s.id = c.summary_id`,
      access: readableInSummary,
      order: sql`c.created_at, c.id`,
      below: { field: 'subclaims', parent: 'parentClaimId' },
    },
    ...Object.fromEntries(referableTypes.map((type) => [`${type}.claims`, below.ofObject])),
    'OntologyType.claims': below.ofType,
    'Claim.project': rowNamedBy(projectRows, 'projectId'),
    'Claim.summary': rowNamedBy(summaryRows, 'summaryId'),
    'Claim.parent': rowNamedBy(claimRows, 'parentClaimId'),
    'Claim.reviewer': rowNamedBy(userRows, 'reviewedBy'),
    'Claim.creator': rowNamedBy(userRows, 'createdBy'),
    'ClaimRelation.source': rowNamedBy(claimRows, 'sourceClaimId'),
    'ClaimRelation.target': rowNamedBy(claimRows, 'targetClaimId'),
    'ClaimRelation.creator': rowNamedBy(userRows, 'createdBy'),
    'GlossItem.target': {
      kind: 'targets',
      rows: {
        Claim: byId(claimRows),
        Annotation: byId(annotationRows),
        OntologyType: typeNamedBy('reference'),
        ...objectRelations,
      },
      reference: rowReferred,
      otherwise: {
        types: ['OntologyType', ...referableTypes],
        find: (ctx, items, fields) => thingsReferred(ctx, items, needBodies(fields)),
      },
    },
    'ClaimTreeEdge.node': ofTree,
    'ClaimTreeConnection.nodes': { ...ofTree, items: ({ edges }: { edges: readonly TreeEdge[] }) => edges },
    'SearchEdge.node': ofHits,
    'SearchConnection.nodes': { ...ofHits, items: ({ edges }: { edges: readonly Hit[] }) => edges },
  },
}
