// Reads by GraphQL, each with the reference statement that it is measured against.
import { readFileSync } from 'node:fs'
import { graphql } from './compare.mjs'
import { claimRows, nestedClaims, printed } from './read-rest.mjs'

const plain = {
  id: 'id',
  text: 'text',
  parentClaimId: 'parent_claim_id',
  summaryType: (alias) => `upper(${alias}.summary_type)`,
  confidence: 'confidence',
  modelUsed: 'model_used',
  extractionStrategy: (alias) => `upper(replace(${alias}.extraction_strategy, '-', '_'))`,
  claimerType: 'claimer_type',
  comment: 'comment',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}
/** Reads an operation from db/queries, which contains the operations whose SQL statements are examined. */
const operation = (name) => readFileSync(new URL(`../db/queries/${name}.graphql`, import.meta.url), 'utf8')

/** Adds the empty `subclaims` that the answer lacks on the fourth level if the query does not ask for them. */
const withoutEmptyEnds = (claims) => claims.map((one) => ({ ...one, subclaims: withoutEmptyEnds(one.subclaims ?? []) }))

/** Returns a word of an enum as it is stored: TYPE_REF as typeRef. */
const storedWord = (word) => word?.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase())

/** Returns rich text with the stored words, so that the reference returns the stored document as it is. */
const withStoredWords = (gloss) =>
  gloss.map(({ type, refType, ...item }) => ({
    ...item,
    type: storedWord(type),
    ...(refType && { refType: storedWord(refType) }),
  }))

const withStoredGloss = (claims) =>
  claims.map((claim) => ({
    ...claim,
    gloss: withStoredWords(claim.gloss),
    subclaims: withStoredGloss(claim.subclaims ?? []),
  }))

/** Returns SQL for the targets of references in rich text; all objects of the data are entities. */
const glossTargets = (alias) => `'gloss', (select json_agg(json_build_object('content', g.item ->> 'content',
    'target', case g.item ->> 'type'
      when 'typeRef' then (select json_build_object('__typename', 'OntologyType')
        from ontology_types t where t.persona_id = (g.item ->> 'refPersonaId')::uuid and t.kind = g.item ->> 'refType'
          and t.type_id = g.item ->> 'content')
      when 'objectRef' then (select json_build_object('__typename', 'Entity')
        from world_states w join world_objects o on o.world_id = w.id
        where w.user_id = ${alias}.created_by and o.kind = 'entity' and o.object_id = g.item ->> 'content')
      when 'claimRef' then (select json_build_object('__typename', 'Claim')
        from claims c where c.id = (g.item ->> 'refClaimId')::uuid)
      when 'annotationRef' then (select json_build_object('__typename', 'Annotation')
        from annotations a where a.id = (g.item ->> 'content')::uuid)
    end) order by g.n)
  from json_array_elements(${alias}.gloss) with ordinality g (item, n))`

const author = (
  column,
) => `'creator', (select json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name)
  from users u where u.id = ${column})`

const summaryPage = `select json_agg(json_build_object('id', s.id, 'videoId', s.video_id, 'comment', s.comment,
    'createdAt', s.created_at, ${author('s.created_by')},
    'claims', (select coalesce(json_agg(json_build_object('id', c.id, 'text', c.text, 'confidence', c.confidence,
        'createdAt', c.created_at, ${author('c.created_by')}) order by c.created_at, c.id), '[]')
      from claims c where c.summary_id = s.id and c.parent_claim_id is null))
    order by s.created_at desc, s.id desc)
  from (select * from video_summaries order by created_at desc, id desc limit 20) s`

const annotationPage = (
  videoId,
) => `select json_agg(json_build_object('id', a.id, 'type', upper(a.type), 'label', a.label,
    'confidence', a.confidence, 'source', upper(a.source), 'createdAt', a.created_at, 'frames', json_build_object('interpolationMode', upper(a.frames ->> 'interpolationMode'), 'boxes', a.frames -> 'boxes'),
    'persona', (select json_build_object('id', p.id, 'name', p.name, 'role', p.role) from personas p where p.id = a.persona_id))
    order by a.created_at, a.id)
  from (select * from annotations where video_id = '${videoId}' order by created_at, id limit 100) a`

const personas = (userId) => `select json_agg(json_build_object('id', p.id, 'name', p.name, 'role', p.role,
    'ontology', (select json_build_object('id', o.id, 'types', (select json_agg(json_build_object(
          'id', t.persona_id || '/' || t.kind || '/' || t.type_id, 'key', t.type_id, 'kind', upper(t.kind), 'name', t.name)
          order by t.kind, t.position)
        from ontology_types t where t.persona_id = p.id)) from ontologies o where o.persona_id = p.id))
    order by p.created_at desc, p.id desc)
  from personas p where p.user_id = '${userId}'`

// One join for all entities takes half the time of a subquery for each assignment.
const worldOf = (worldId) => `select json_agg(json_build_object('id', w.world_id || '/entity/' || w.object_id,
    'key', w.object_id, 'name', w.name, 'typeAssignments', x.list) order by w.position)
  from world_objects w left join (
    select e.object_id, json_agg(json_build_object('confidence', a.item -> 'confidence',
        'type', case when t.type_id is not null
          then json_build_object('id', t.persona_id || '/' || t.kind || '/' || t.type_id, 'name', t.name) end,
        'persona', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) order by a.n) as list
    from world_objects e cross join json_array_elements(e.body -> 'typeAssignments') with ordinality a (item, n)
    left join ontology_types t on t.persona_id = (a.item ->> 'personaId')::uuid and t.kind = 'entity'
      and t.type_id = a.item ->> 'entityTypeId'
    left join personas p on p.id = (a.item ->> 'personaId')::uuid
    where e.world_id = '${worldId}' and e.kind = 'entity' group by e.object_id) x on x.object_id = w.object_id
  where w.world_id = '${worldId}' and w.kind = 'entity'`

const membersOf = (worldId) => `select json_agg(json_build_object('id', w.world_id || '/entity/' || w.object_id,
    'key', w.object_id, 'name', w.name, 'kbId', w.body ->> 'kbId', 'locationType', w.body ->> 'locationType',
    'descriptionGloss', w.body -> 'description') order by w.position)
  from world_objects w where w.world_id = '${worldId}' and w.kind = 'entity'`

/** Returns the statements that select the targets of references in rich text as rows of columns. */
const targetRows = ({ personaIds: [personaId], worldId, videoId }, referringId) => [
  `select t.persona_id, t.kind, t.type_id from ontology_types t where t.persona_id = '${personaId}' and t.kind = 'entity'`,
  ...(referringId
    ? [
        `select o.world_id, o.kind, o.object_id from world_objects o where o.world_id = '${worldId}' and o.kind = 'entity'`,
        `select c.id from claims c where c.summary_id = '${referringId}'`,
        `select a.id from annotations a where a.video_id = '${videoId}' order by a.id limit 50`,
      ]
    : []),
]

const userRow = (userId) => `select u.id, u.username, u.display_name from users u where u.id = '${userId}'`
const latest = '(select * from video_summaries order by created_at desc, id desc limit 20)'
const summaryPageRows = (userId) => [
  `select s.id, s.video_id, s.comment, s.created_at, s.created_by from ${latest} s order by s.created_at desc, s.id desc`,
  `select c.id, c.summary_id, c.text, c.confidence, c.created_at, c.created_by from ${latest} s
     join claims c on c.summary_id = s.id and c.parent_claim_id is null order by c.created_at, c.id`,
  userRow(userId),
]

const personaRows = (condition) => `select p.id, p.name, p.role from personas p where ${condition}`
const annotationPageRows = (videoId, personaId) => [
  `select a.id, a.type, a.label, a.confidence, a.source, a.created_at, a.frames, a.persona_id
     from annotations a where a.video_id = '${videoId}' order by a.created_at, a.id limit 100`,
  personaRows(`p.id = '${personaId}'`),
]

const typeColumns = 't.persona_id, t.kind, t.type_id, t.name'
const personaPageRows = (userId) => [
  `${personaRows(`p.user_id = '${userId}'`)} order by p.created_at desc, p.id desc`,
  `select o.id, o.persona_id from ontologies o join personas p on p.id = o.persona_id where p.user_id = '${userId}'`,
  `select ${typeColumns} from ontology_types t join personas p on p.id = t.persona_id where p.user_id = '${userId}'
    order by t.persona_id, t.kind, t.position`,
]

const entityRows = (worldId) => `select o.world_id, o.kind, o.object_id, o.name, o.body from world_objects o
  where o.world_id = '${worldId}' and o.kind = 'entity' order by o.position`
const worldRows = (worldId, userId) => [
  entityRows(worldId),
  `select ${typeColumns} from ontology_types t join personas p on p.id = t.persona_id
    where p.user_id = '${userId}' and t.kind = 'entity'`,
  personaRows(`p.user_id = '${userId}'`),
]

export const graphqlReads = ({ userId, personaIds, summaryId, referringId, videoId, worldId }) => [
  {
    what: 'GraphQL claims, 500 x 13 fields with gloss, 4 levels',
    read: graphql(operation('claims-with-gloss'), { id: summaryId }, (data) => withStoredGloss(data.summary.claims)),
    statement: nestedClaims(summaryId, printed({ ...plain, gloss: 'gloss' })),
    rows: claimRows(summaryId, { ...plain, gloss: 'gloss' }),
  },
  {
    what: 'GraphQL claims, the same with gloss { content target { __typename } }',
    read: graphql(operation('claims-with-targets'), { id: summaryId }, (data) => withoutEmptyEnds(data.summary.claims)),
    statement: nestedClaims(summaryId, (alias) => `${printed(plain)(alias)}, ${glossTargets(alias)}`),
    rows: [claimRows(summaryId, { ...plain, gloss: 'gloss' }), ...targetRows({ personaIds, worldId, videoId })],
  },
  {
    what: 'GraphQL claims, gloss targets of all kinds: 250 types, 250 objects, 125 claims, 50 annotations',
    read: graphql(operation('claims-with-targets'), { id: referringId }, (data) =>
      withoutEmptyEnds(data.summary.claims),
    ),
    statement: nestedClaims(referringId, (alias) => `${printed(plain)(alias)}, ${glossTargets(alias)}`),
    rows: [
      claimRows(referringId, { ...plain, gloss: 'gloss' }),
      ...targetRows({ personaIds, worldId, videoId }, referringId),
    ],
  },
  {
    what: 'GraphQL page of 20 summaries with claims and authors',
    read: graphql(operation('page-of-summaries'), {}, (data) => data.summaries.nodes),
    statement: summaryPage,
    rows: summaryPageRows(userId),
  },
  {
    what: 'GraphQL page of 100 annotations with frames and persona',
    read: graphql(operation('page-of-annotations'), { id: videoId }, (data) => data.annotations.nodes),
    statement: annotationPage(videoId),
    rows: annotationPageRows(videoId, personaIds[0]),
  },
  {
    what: 'GraphQL 22 personas with 30 types each',
    read: graphql(operation('personas-with-types'), {}, (data) => data.personas.nodes),
    statement: personas(userId),
    rows: personaPageRows(userId),
  },
  {
    what: 'GraphQL world of 200 entities with their types and personas',
    read: graphql(operation('world-with-types'), {}, (data) => data.world.entities),
    statement: worldOf(worldId),
    rows: worldRows(worldId, userId),
  },
  {
    what: 'GraphQL world of 200 entities with members of their documents',
    read: graphql(operation('world-with-members'), {}, (data) =>
      data.world.entities.map(({ descriptionGloss, ...entity }) => ({
        ...entity,
        descriptionGloss: withStoredWords(descriptionGloss),
      })),
    ),
    statement: membersOf(worldId),
    rows: entityRows(worldId),
  },
]
