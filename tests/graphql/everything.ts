import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../src/lib/uuid.js'
import type { Person, TestApi } from '../support/api.js'
import type { MisbehavingService } from '../support/model-service.js'
import { made, makeContent, makeWorkspace, unique } from '../support/workspace.js'

const at = '2026-01-02T03:04:05.000Z'
const moments = [{ charStart: 0, charEnd: 4, sentenceIndex: 0 }]

/** Makes the model service answer every route, with every optional member. */
export function answerEverything(model: MisbehavingService): void {
  const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  const detections = [{ label: 'ship', bounding_box: box, confidence: 0.9, track_id: 't1' }]
  const task = { selected: 'a', options: { a: { model_id: 'A', vram_gb: 1 } } }
  const answers: Record<string, unknown> = {
    '/api/detection/detect': {
      id: 'd',
      video_id: 'v',
      query: 'q',
      frames: [{ frame_number: 0, timestamp: 0, detections }],
      total_detections: 1,
      video_width: 640,
      video_height: 480,
      processing_time: 0.1,
    },
    '/api/transcribe': {
      text: 'one',
      language: 'en',
      duration: 9,
      processing_time: 0.5,
      model_used: 'listener',
      segments: [{ start: 0, end: 3, text: 'one', confidence: 0.9 }],
    },
    '/api/diarize': {
      segments: [{ speaker: 'A', start: 0, end: 3 }],
      speakers: ['A'],
      processing_time: 0.7,
      model_used: 'divider',
    },
    '/api/ontology/augment': {
      id: 'o',
      persona_id: 'p',
      target_category: 'entity',
      reasoning: 'since',
      suggestions: [{ name: 'Tug', description: 'Pulls', parent: 'Ship', confidence: 0.8, examples: ['a tug'] }],
    },
    // The first text is equal to all others.
    '/api/sentences/equal': { pairs: [1, 2, 3, 4, 5, 6].map((other) => [0, other]) },
    '/api/sentences/alike': { pairs: [[0, 0, 0.95]], threshold: 0.8, model_used: 'reader' },
    '/api/models/config': { models: { object_detection: task }, inference: {}, cuda_available: true, total_vram_gb: 8 },
    '/api/models/status': {
      loaded_models: [
        {
          model_id: 'm',
          task_type: 'object_detection',
          model_name: 'big',
          health: 'loaded',
          vram_allocated_gb: 2,
          vram_used_gb: 1.5,
          load_time_ms: 500,
          warm_up_complete: true,
        },
      ],
      total_vram_allocated_gb: 2,
      total_vram_available_gb: 6,
      cuda_available: true,
      device: 'cuda:0',
      timestamp: at,
    },
    '/api/models/select': {
      status: 'success',
      task_type: 'object_detection',
      selected_model: 'a',
      model_id: 'A',
      message: 'done',
    },
    '/api/models/validate': {
      valid: true,
      total_vram_gb: 8,
      total_required_gb: 1,
      threshold: 0.8,
      max_allowed_gb: 6.4,
      warnings: ['little'],
      model_requirements: { object_detection: { vram_gb: 1, model_name: 'a' } },
    },
  }
  for (const [path, json] of Object.entries(answers)) model.on.set(path, { json })
}

/**
 * Makes one of everything that an administrator can own or see, with no documented field left empty. Returns the ids by
 * name, such as `personaId`. With `inProject` the content belongs to the project.
 */
export async function makeEverything(
  api: TestApi,
  owner: Person,
  { inProject = false } = {},
): Promise<Record<string, string>> {
  const { db } = api.app.services
  const { ids } = await makeWorkspace(api, owner)
  const content = await makeContent(owner, ids['videoId'] ?? '', ids['projectId'])
  if (inProject) Object.assign(ids, content)
  const [
    personaId = '',
    summaryId = '',
    claimId = '',
    otherClaimId = '',
    projectId = '',
    groupId = '',
    userId = '',
    videoId = '',
  ] = ['personaId', 'summaryId', 'claimId', 'otherClaimId', 'projectId', 'groupId', 'userId', 'videoId'].map(
    (name) => ids[name] ?? '',
  )
  const path = join(api.folder, 'videos', `${videoId}.mp4`)
  const read = { fileVersion: '8', probedVersion: '8', probedAt: at }
  mkdirSync(join(api.folder, 'videos'), { recursive: true })
  writeFileSync(path, 'no video')
  await db
    .updateTable('videos')
    .where('id', '=', videoId)
    .set({
      duration: 9,
      frameRate: 30,
      resolution: '640x480',
      size: 1000,
      sourcePlatform: 'site',
      platformVideoId: 'x1',
      localThumbnailPath: '/nowhere/x.jpg',
      path,
      metadata: '{"title":"A ferry"}',
      lastMetadataSync: at,
      metadataSyncStatus: 'synced',
      ...read,
      ...{
        sha256: 'a'.repeat(64),
        codec: 'h264',
        rotation: 90,
        mirrored: true,
        width: 480,
        height: 640,
        probedDuration: 9,
      },
      ...{ frameCount: 270, rateNumerator: 30, rateDenominator: 1, tickNumerator: 1, tickDenominator: 90_000 },
      ...{ firstTick: 0, isVariableRate: false },
    })
    .execute()
  await made(owner.put(`/api/groups/${groupId}`, { description: 'Harbour people' }))
  const owned = await made(
    owner.post('/api/projects', {
      name: 'Owned',
      slug: unique('owned'),
      ownerGroupId: groupId,
      description: 'By a group',
      settings: { colour: 'blue' },
    }),
  )
  await made(owner.post(`/api/projects/${owned.id}/videos`, { videoId, assignedUserId: owner.id }))
  // The owner is invited by somebody else, and somebody has declined to come to a project of the owner.
  const host = await api.person()
  const hosted = await made(host.post('/api/projects', { name: 'Hosted', slug: unique('hosted') }))
  await made(host.post(`/api/projects/${hosted.id}/invitations`, { userId: owner.id, role: 'viewer' }))
  const invited = await made(
    owner.post(`/api/projects/${projectId}/invitations`, { userId: host.id, role: 'annotator' }),
  )
  await made(host.post(`/api/invitations/${invited.id}/decline`))
  const world = everythingInTheWorld(personaId, videoId)
  const change = (by: (object: object) => unknown) =>
    Object.fromEntries(Object.entries(world).map(([kind, objects]) => [kind, objects.map(by)]))
  await made(
    owner.put(
      `/api/projects/${projectId}/world`,
      change((object) => ({ ...object, description: 'Seen' })),
    ),
  )
  await made(owner.put(`/api/personas/${personaId}`, { details: 'More' }))
  await db.updateTable('ontologies').set({ relations: '[{"id":"r"}]' }).where('personaId', '=', personaId).execute()
  const { entities } = await made(owner.get(`/api/personas/${personaId}/ontology`))
  await made(
    owner.put(`/api/personas/${personaId}/ontology`, {
      entities: [
        ...entities.map((one: { id: string }) => (one.id === 'ship' ? noted(everythingOfAType) : one)),
        { id: 'vessel', name: 'Vessel' },
      ],
    }),
  )
  await made(owner.put('/api/world', change(noted)))
  const gloss = [
    { type: 'text', content: 'A ferry ' },
    { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId },
    { type: 'annotationRef', content: ids['annotationId'] ?? '' },
    { type: 'claimRef', content: 'the first', refClaimId: claimId },
    ...['ferry', 'trip', 'noon', 'fleet', 'trips', 'days'].map((key, i) => ({
      type: 'objectRef',
      content: key,
      refType: ['entity', 'event', 'time', 'entity-collection', 'event-collection', 'time-collection'][i],
    })),
  ]
  const ratio = { confidence: 0.5, comment: 'Sure' }
  const place = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }
  const box = { label: 'ship', ...place, confidence: 0.5, typeId: 'ship', typeName: 'Ship' }
  const evidence = [
    {
      text: 'A ferry',
      source: 'seen',
      confidence: 0.5,
      startTime: 0,
      endTime: 1,
      frames: [{ frameNumber: 1, timestamp: 0.04, boxes: [box] }],
    },
  ]
  await made(
    owner.post('/api/summaries', {
      videoId,
      personaId,
      summary: noted(gloss),
      visualAnalysis: 'Seen',
      audioTranscript: 'Heard',
      keyFrames: noted([{ frame_number: 1, timestamp: 0.04, description: 'A ferry', confidence: 0.5 }]),
      evidence,
      transcriptJson: noted({
        segments: [{ start: 0, end: 1, text: 'A ferry', speaker: 'Ann', confidence: 0.5 }],
        language: 'en',
      }),
      ...ratio,
      audioLanguage: 'en',
      speakerCount: 1,
      audioModelUsed: 'a',
      visualModelUsed: 'v',
      fusionStrategy: 'sequential',
      processingTimeAudio: 1,
      processingTimeVisual: 1,
      processingTimeFusion: 1,
      processedAtAudio: at,
      processedAtVisual: at,
      processedAtFusion: at,
    }),
  )
  await made(
    owner.put(`/api/claims/${otherClaimId}`, {
      gloss,
      claimerGloss: gloss,
      claimRelation: gloss,
      claimerType: 'person',
      claimEventId: 'trip',
      claimTimeId: 'noon',
      claimLocationId: 'harbour',
      ...ratio,
      textSpans: noted(moments),
      evidence,
      audio: ['speech'],
      video: ['text'],
      metadata: ['text'],
    }),
  )
  await db
    .updateTable('claims')
    .set({ modelUsed: 'm', extractionStrategy: 'sentence-based', originalText: 'As the model had said it.' })
    .where('id', '=', otherClaimId)
    .execute()
  const { id: clerkId } = await made(
    owner.post('/api/personas', {
      name: 'Clerk',
      role: 'Clerk',
      informationNeed: 'What?',
      ...(inProject && { projectId }),
    }),
  )
  await made(owner.put(`/api/personas/${clerkId}/ontology`, { entities: [{ id: 'boat', name: 'Boat' }] }))
  await made(
    owner.post('/api/type-correspondences', {
      ...{ firstPersonaId: personaId, firstTypeId: 'ship', secondPersonaId: clerkId, secondTypeId: 'boat' },
      relation: 'broader',
    }),
  )
  await made(
    owner.post(`/api/claims/${otherClaimId}/relations`, {
      targetClaimId: claimId,
      relationTypeId: 'tows',
      confidence: 0.5,
      notes: 'n',
      sourceSpans: moments,
      targetSpans: moments,
    }),
  )
  for (const [linkType, label] of [
    ['event', 'trip'],
    ['entity', 'ferry'],
    ['time', 'noon'],
    ['entity-collection', 'fleet'],
    ['event-collection', 'trips'],
    ['time-collection', 'days'],
  ]) {
    const boxes = [0, 10].map((frameNumber) => ({
      frameNumber,
      x: 1,
      y: 2,
      width: 3,
      height: 4,
      isKeyframe: true,
      visible: true,
      confidence: 0.5,
    }))
    await made(
      owner.post('/api/annotations', {
        videoId,
        type: 'object',
        linkType,
        label,
        confidence: 0.5,
        frames: noted({
          boxes,
          interpolationMode: 'linear',
          interpolationSegments: [
            {
              startFrame: 0,
              endFrame: 10,
              type: 'bezier',
              controlPoints: [
                { x: 0.2, y: 0.5 },
                { x: 0.8, y: 0.5 },
              ],
            },
          ],
          visibilityRanges: [{ startFrame: 0, endFrame: 10, visible: true }],
          trackId: 'one',
          trackingSource: 'manual',
          trackingConfidence: 0.5,
          totalFrames: 11,
          keyframeCount: 2,
          interpolatedFrameCount: 9,
        }),
      }),
    )
  }
  await made(
    owner.post('/api/sharing', {
      resourceType: 'summary',
      resourceId: summaryId,
      sharedWithUserId: userId,
      expiresAt: '2099-01-01T00:00:00.000Z',
    }),
  )
  await made(owner.post('/api/sharing', { resourceType: 'persona', resourceId: personaId, sharedWithGroupId: groupId }))
  const other = await api.person()
  await made(
    other.post('/api/sharing', {
      resourceType: 'world_state',
      resourceId: (await made(other.get('/api/world'))).id,
      sharedWithUserId: owner.id,
    }),
  )
  const shared = await api.admin()
  // Everything that can be said of a webhook and of a message.
  await db
    .updateTable('webhooks')
    .set({
      ...{ note: 'Gone', failures: 1, failingSince: at, retryAt: at },
      ...{ previousSecret: 'x', previousKeyId: 'x', previousUntil: at },
    })
    .execute()
  await db
    .insertInto('webhookDeliveries')
    .values({
      ...{ id: newId(), webhookId: ids['webhookId'] ?? '', fromTx: 1, fromSeq: 1, toTx: 2, toSeq: 0, changes: 1 },
      ...{ status: 'pending', attempts: 1, responseStatus: 500, ms: 5, error: 'The receiver answered 500' },
      ...{ createdAt: at, attemptedAt: at },
    })
    .execute()
  await made(shared.post('/api/admin/api-keys', { provider: 'google', keyName: unique('key'), key: 'sk-0123456789' }))
  await made(shared.post('/api/tokens', { name: unique('token'), scopes: ['read'] }))
  await db
    .updateTable('apiTokens')
    .set({ lastUsedAt: at, projectIds: [String(ids['projectId'])] })
    .execute()
  await db.updateTable('apiKeys').set({ lastUsed: at, usageCount: 1 }).execute()
  await made(shared.put('/api/admin/detection-vocabulary', { terms: [{ term: 'ferry', classes: ['boat'] }] }))
  await made(shared.put(`/api/admin/video-assignments/rules/${ids['ruleId']}`, { description: 'Ferries' }))
  const importId = newId()
  await db
    .insertInto('videos')
    .values({ id: unique('video'), filename: 'ferry.mp4', path: '/nowhere/ferry.mp4', ...read, probeFault: 'no video' })
    .execute()
  await made(shared.post('/api/admin/video-assignments/rules/evaluate-all'))
  await db
    .insertInto('importHistory')
    .values({
      id: importId,
      importedBy: owner.id,
      filename: 'lines.jsonl',
      importOptions: '{}',
      result: '{"summary":{}}',
      success: true,
      itemsImported: 1,
      itemsSkipped: 0,
    })
    .execute()
  await makeExports(api, owner)
  await makeAgreements(api, owner, ids)
  const { jobId } = await made(owner.post(`/api/summaries/${summaryId}/claims/extract`, { maxClaims: 7 }))
  await made(owner.post(`/api/jobs/${jobId}/cancel`))
  const repeated = await made(owner.post(`/api/jobs/${jobId}/retry`))
  await db
    .updateTable('jobs')
    .where('publicId', '=', ids['jobId'] ?? '')
    .set({ startedAt: at, completedAt: at, status: 'completed', progress: 100, result: '{"n":1}' })
    .execute()
  return {
    ...ids,
    repeatedJobId: repeated.jobId ?? repeated.id,
    ownedProjectId: owned.id,
    importId,
    projectSummaryId: content.summaryId,
    otherUserId: other.id,
  }
}

/** Makes a frozen export that is written, one of the world of a project whose job failed, and their jobs. */
async function makeExports(api: TestApi, owner: Person): Promise<void> {
  const { db } = api.app.services
  const project = await made(owner.post('/api/projects', { name: 'Quay', slug: unique('quay') }))
  const written = await made(owner.post('/api/exports', {}))
  const failed = await made(owner.post('/api/exports', { contents: 'world', projectId: project.id }))
  const manifest = {
    lines: 1,
    linesByType: [{ lineType: 'persona', lines: 1 }],
    bytes: 9,
    linesDigest: 'ab',
    leftOut: [{ name: 'claims', count: 1 }],
    position: '1',
    formatVersion: '1',
  }
  await db
    .updateTable('frozenExports')
    .where('id', '=', written.id)
    .set({ file: 'f', size: 1, digest: 'ab', manifest: JSON.stringify(manifest), completedAt: at, expiresAt: at })
    .execute()
  await db
    .updateTable('jobs')
    .where('publicId', '=', failed.jobId)
    .set({ status: 'failed', failedAt: at, error: 'No place' })
    .execute()
}

/** Measures the agreement of the workspace, and makes one whose job failed. */
async function makeAgreements(api: TestApi, owner: Person, ids: Record<string, string>): Promise<void> {
  const { db } = api.app.services
  const personaIds = [ids['personaId']!, ids['otherPersonaId']!]
  const failed = await made(owner.post(`/api/projects/${ids['projectId']}/agreement`, { personaIds }))
  const labels = { alpha: 0.5, ac1: 0.6, observed: 0.7, interval: [0.1, 0.9], lenient: 0.6, units: 2 }
  const figures = { f1: 1, tubeIou: 1, temporalIou: 1, hota: 1, detA: 1, assA: 1, locA: 1, idf1: 1 }
  const type = { personaId: personaIds[0], typeId: 'ship' }
  const result = {
    videos: 1,
    pairs: [{ personas: personaIds, first: 2, second: 2, matched: 2, ...figures }],
    groups: { units: 2, alone: 1 },
    types: labels,
    object: labels,
    mixed: 1,
    unmapped: [{ ...type, name: 'Ship' }],
    conflicts: [{ rule: 'name', types: [type] }],
    perVideo: [{ videoId: ids['videoId'], name: 'ferry.mp4', tracks: 4, units: 2, f1: 1, alpha: 0.5 }],
    leftOut: { otherStates: 1, withoutBoxes: 1 },
  }
  await db
    .updateTable('projectAgreements')
    .where('id', '=', ids['agreementId']!)
    .set({ position: '0123abcd-1-0', result: JSON.stringify(result), completedAt: at })
    .execute()
  await db
    .updateTable('jobs')
    .where('publicId', '=', failed.jobId)
    .set({ status: 'failed', failedAt: at, error: 'No place' })
    .execute()
}

const external = {
  kbId: 'Q1',
  kbUrl: 'https://kb.example/Q1',
  importedFrom: 'a list',
  importedAt: at,
  attributes: { colour: 'white' },
  metadata: { note: 'n' },
}
const stamped = { createdAt: at, updatedAt: at }
const described = { description: [{ type: 'text', content: 'Seen often' }], ...stamped }
const point = { latitude: 1, longitude: 2, altitude: 3, x: 4, y: 5, z: 6 }

/** Returns the document with a member in each of its objects that is not documented. */
function noted(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(noted)
  if (typeof document !== 'object' || document === null) return document
  const members = Object.entries(document).map(([name, member]) => [name, noted(member)])
  return { ...Object.fromEntries(members), note: 'Of a client' }
}

/** A type of an ontology with every documented member. */
export const everythingOfAType = {
  id: 'ship',
  name: 'Ship',
  definition: 'A vessel',
  gloss: [
    { type: 'text', content: 'Carries ' },
    { type: 'objectRef', content: 'ferry', refType: 'entity' },
  ],
  description: 'Large',
  kbId: 'Q2',
  kbUrl: 'https://kb.example/Q2',
  importedFrom: 'a list',
  importedAt: at,
  synonyms: ['vessel', 'boat'],
  parentTypeId: 'vessel',
  examples: ['a tug'],
  constraints: [{ property: 'length', operator: '>', value: 10 }],
  attributes: [
    { name: 'length', type: 'number', required: true, defaultValue: 12, perFrame: false },
    { name: 'flag', type: 'string', required: false, defaultValue: 'none', choices: ['none', 'red'], perFrame: true },
  ],
  color: '#fff',
  roles: ['pilot'],
  sourceType: 'entity',
  targetType: 'event',
  sourceTypes: ['entity'],
  targetTypes: ['event', 'time'],
}

/** A world in which each kind of object has every documented member. */
export function everythingInTheWorld(personaId: string, videoId = 'v'): Record<string, Record<string, unknown>[]> {
  const assignment = { personaId, typeId: 'ship', typeName: 'Ship', confidence: 0.5, justification: 'Seen' }
  const interpretation = {
    personaId,
    eventTypeId: 'leave',
    typeName: 'Leaving',
    confidence: 0.5,
    justification: 'Seen',
    participants: [{ entityId: 'ferry', roleTypeId: 'pilot' }],
  }
  return {
    entities: [
      { id: 'ferry', name: 'Ferry', type: 'vessel', ...described, ...external, typeAssignments: [assignment] },
      {
        id: 'harbour',
        name: 'Harbour',
        ...described,
        locationType: 'point',
        coordinateSystem: 'GPS',
        coordinates: point,
        boundary: [point],
        boundingBox: {
          minLatitude: 1,
          maxLatitude: 2,
          minLongitude: 3,
          maxLongitude: 4,
          minAltitude: 5,
          maxAltitude: 6,
        },
      },
    ],
    events: [
      {
        id: 'trip',
        name: 'Trip',
        ...described,
        ...external,
        startTime: 'noon',
        endTime: 'noon',
        location: 'harbour',
        participants: ['ferry'],
        personaInterpretations: [interpretation],
      },
    ],
    times: [
      {
        id: 'noon',
        name: 'Noon',
        ...described,
        label: 'Noon',
        type: 'instant',
        value: at,
        start: at,
        end: at,
        frame: 3,
        certainty: 0.5,
        vagueness: 'approximate',
        deictic: { anchorType: 'time', anchorTime: 'noon', expression: 'then' },
        videoReferences: [{ videoId, frameNumber: 1, frameRange: [1, 2], milliseconds: 3, millisecondRange: [4, 5] }],
        metadata: { note: 'n' },
      },
      {
        id: 'once',
        vagueness: {
          type: 'bounded',
          description: 'Some day',
          bounds: { earliest: at, latest: at, typical: at },
          granularity: 'day',
        },
      },
    ],
    entityCollections: [
      {
        id: 'fleet',
        name: 'Fleet',
        ...described,
        entityIds: ['ferry'],
        collectionType: 'group',
        semanticRelation: 'group',
        attributes: { size: 1 },
        metadata: { note: 'n' },
        aggregateProperties: { length: 30 },
        typeAssignments: [assignment],
      },
    ],
    eventCollections: [
      {
        id: 'trips',
        name: 'Trips',
        ...described,
        eventIds: ['trip'],
        collectionType: 'sequence',
        semanticRelation: 'sequence',
        attributes: { size: 1 },
        metadata: { note: 'n' },
        timeCollectionId: 'days',
        structure: { order: 'strict' },
        typeAssignments: [{ ...assignment, typeId: undefined, eventTypeId: 'leave' }],
      },
    ],
    timeCollections: [
      {
        id: 'days',
        name: 'Days',
        ...described,
        times: ['noon'],
        pattern: 'daily',
        collectionType: 'periodic',
        semanticRelation: 'periodic',
        attributes: { size: 1 },
        metadata: { note: 'n' },
        recurrence: { every: 'day' },
        habituality: { usual: true },
        cycle: { of: 'week' },
      },
    ],
    relations: [
      {
        id: 'leads',
        name: 'Leads',
        ...described,
        sourceId: 'ferry',
        sourceType: 'entity',
        targetId: 'fleet',
        targetType: 'entity-collection',
        relationType: 'leads',
        relationTypeId: 'leads',
        confidence: 0.5,
        bidirectional: false,
        attributes: { since: 2020 },
        metadata: { note: 'n' },
      },
    ],
  }
}
