import { ifExists, kind } from '../database/rows/kind.js'

/**
 * The name of the type or world object that a deleted annotation was labelled with, where it still exists; otherwise
 * the label, unless that is an id, which tells users nothing.
 */
const title = `(select coalesce(
    case when b.type <> 'object' and b.link_type is null
      then (select t.name from ontology_types t where t.persona_id = b.persona_id and t.type_id = b.label
             order by t.kind <> b.type, t.kind limit 1)
      else (select o.name from world_objects o join world_states w on w.id = o.world_id
             where (w.user_id = b.created_by_user_id or w.project_id = b.project_id)
               and o.object_id = b.label and o.kind <> 'relation'
             order by w.user_id <> b.created_by_user_id, w.project_id is not distinct from b.project_id desc,
               w.created_at, w.id limit 1) end,
    case when b.label !~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then b.label end)
  from json_to_record(c.before) b(
    type text, link_type text, label text, persona_id uuid, project_id uuid, created_by_user_id uuid))`

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
      ...(['framesSize', 'sequenceProblems', 'framesComplete', 'trackId', 'videoSha256', 'stale', 'number'] as const),
    ],
  },
  judged: ['confidence'],
  notice: { video: 'x.video_id', persona: 'x.persona_id' },
  title,
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
