import { sql, type SqlBool } from 'kysely'
import { visibleVideo } from '../access/place-rules.js'
import { userRows } from '../accounts/user.plan.js'
import { rowNamedBy, type NamedRows, type Plans } from '../graphql/plan.js'
import { projectRows } from '../projects/project.plan.js'
import { videoRecord } from './video.shape.js'
import { videoFilter, videosByIds } from './video.service.js'
import { listedVideos, videosFrom, type VideoFilter } from './video.sql.js'
import { VideoConnection, VideosArgs } from './video.type.js'

const ofId = ['id']
const ofFile = { probe: ofId, frameAt: ofId, timeOf: ofId, frameTimes: ofId, boxesAt: ofId }

export const videoRows: NamedRows = {
  name: 'Video',
  record: videoRecord,
  heavy: ['metadata'],
  needs: { url: ['id', 'filename', 'path'], streamUrl: ofId, thumbnailUrl: ofId, assignments: ofId, ...ofFile },
  access: (abilities) => visibleVideo(abilities, 'v'),
  byIds: videosByIds,
}

export const videoPlans: Plans = {
  types: [videoRows],
  fields: {
    'Query.video': { kind: 'byId', type: videoRows },
    'Query.videos': {
      kind: 'page',
      type: videoRows,
      says: 'The videos that the viewer may see, newest first.',
      connection: () => VideoConnection,
      args: () => VideosArgs,
      list: 'videos',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'text' },
      ],
      filter: (args) => ({ ...videoFilter(args) }),
      from: (_abilities, filter) => videosFrom(filter as VideoFilter),
      where: (abilities, filter) => {
        const { projectId } = filter as VideoFilter
        return sql<SqlBool>`${visibleVideo(abilities, 'v', projectId)} and ${listedVideos(abilities, filter as VideoFilter)}`
      },
    },
    'VideoAssignment.video': rowNamedBy(videoRows, 'videoId'),
    'VideoAssignment.project': rowNamedBy(projectRows, 'projectId'),
    'VideoAssignment.assignedUser': rowNamedBy(userRows, 'assignedUserId'),
    'VideoAssignment.creator': rowNamedBy(userRows, 'assignedBy'),
  },
}
