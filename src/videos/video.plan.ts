import { sql, type SqlBool } from 'kysely'
import { visibleVideo } from '../access/place-rules.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, Relation, RowType } from '../graphql/plan.js'
import { parse } from '../lib/validate.js'
import { projectNamedBy } from '../projects/project.plan.js'
import { listVideosQuery } from './video.schema.js'
import { videoRecord } from './video.record.js'
import { numberOfVideos } from './video.service.js'
import { listedVideos, type VideoFilter } from './video.sql.js'

const ofId = ['id']

const videoRows: RowType = {
  name: 'Video',
  record: videoRecord,
  heavy: ['metadata'],
  needs: { url: ['id', 'filename', 'path'], streamUrl: ofId, thumbnailUrl: ofId, assignments: ofId },
}

/** The video that the field `from` of a row names, where the viewer may see it. */
export const videoNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: videoRows,
  from,
  to: 'id',
  access: (abilities) => visibleVideo(abilities, 'v'),
})

export const videoPlans: Plans = {
  types: [videoRows],
  fields: {
    'Query.video': { kind: 'byId', type: videoRows, access: (abilities) => visibleVideo(abilities, 'v') },
    'Query.videos': {
      kind: 'page',
      type: videoRows,
      list: 'videos',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'text' },
      ],
      filter: ({ projectId, search }) => ({
        ...parse(listVideosQuery, { ...(projectId ? { projectId } : {}) }),
        ...(search ? { search } : {}),
      }),
      where: (abilities, filter) => {
        const { projectId } = filter as VideoFilter
        return sql<SqlBool>`${visibleVideo(abilities, 'v', projectId)} and ${listedVideos(filter as VideoFilter)}`
      },
      count: (ctx, filter) => numberOfVideos(ctx, filter as VideoFilter),
    },
    'VideoAssignment.video': videoNamedBy('videoId'),
    'VideoAssignment.project': projectNamedBy('projectId'),
    'VideoAssignment.assignedUser': userNamedBy('assignedUserId'),
  },
}
