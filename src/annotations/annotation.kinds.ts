import { ifExists, kind } from '../database/rows/kind.js'

export const annotationKind = kind('annotations', {
  name: 'annotation',
  noun: 'Annotation',
  type: 'Annotation',
  content: 'annotation',
  owner: 'createdByUserId',
  project: 'projectId',
  share: 'annotationId',
  log: {
    parent: 'it.persona_id',
    version: 'it.version',
    gone: 'false',
    derived: [
      ...(['hasBoxes', 'boxCount', 'keyframeCount', 'interpolatedCount', 'firstFrame', 'lastFrame'] as const),
      ...(['framesSize', 'sequenceProblems', 'framesComplete', 'trackId', 'videoSha256', 'stale'] as const),
    ],
  },
  judged: ['confidence'],
  notice: { video: 'x.video_id', persona: 'x.persona_id' },
  title: "c.before ->> 'label'",
  restore: {
    set: {
      projectId: ifExists('project_id', 'projects'),
      // The file of the video may have been replaced since the boxes were drawn.
      stale: 'coalesce(r.video_sha256 <> (select v.sha256 from videos v where v.id = r.video_id), r.stale)',
    },
  },
})

export const sequencePartKind = kind('sequenceParts', {
  name: 'sequence_part',
  noun: 'Part of a sequence',
  content: 'annotation',
  partOf: 'annotation',
  texts: ['boxes'],
  log: { thing: 'it.annotation_id', part: 'it.from_frame::text', parent: 'it.annotation_id', derived: ['tally'] },
  restore: {},
  isStorage: true,
})
