import { reviewColumns } from '../../src/access/review.shape.js'
import {
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLSchema,
} from 'graphql'
import type { TSchema } from '@sinclair/typebox'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionRecord } from '../../src/access/permission.shape.js'
import { apiKeyRecord } from '../../src/accounts/api-key.shape.js'
import { apiTokenRecord } from '../../src/accounts/api-token.shape.js'
import { sessionRecord } from '../../src/accounts/session.shape.js'
import { userRecord } from '../../src/accounts/user.shape.js'
import { decisionRecord } from '../../src/agreement/decisions/decision.shape.js'
import { annotationRecord } from '../../src/annotations/annotation.shape.js'
import { createAnnotationSchema, updateAnnotationSchema } from '../../src/annotations/annotation.shape.js'
import { resolvers } from '../../src/areas.js'
import { claimRecord, claimRelationRecord } from '../../src/claims/claim.shape.js'
import {
  correspondenceRecord,
  saveCorrespondenceSchema,
} from '../../src/personas/correspondences/correspondence.shape.js'
import { createClaimSchema, relationSchema, updateClaimSchema } from '../../src/claims/claim.shape.js'
import { namesOf, type RecordField, type RecordOf } from '../../src/database/rows/record.js'
import { lineTypes } from '../../src/exchange/line.shape.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { groupBy } from '../../src/lib/group-by.js'
import { notesOf } from '../../src/lib/described.js'
import { groupMemberRecord, groupRecord } from '../../src/groups/group.shape.js'
import { jobRecord } from '../../src/jobs/job.shape.js'
import { ontologyRecord, ontologyTypeRecord, personaRecord } from '../../src/personas/persona.shape.js'
import { createPersonaSchema, updatePersonaSchema } from '../../src/personas/persona.shape.js'
import { projectMemberRecord, projectRecord } from '../../src/projects/project.shape.js'
import { shareRecord } from '../../src/sharing/share.shape.js'
import { summaryRecord } from '../../src/summaries/summary.shape.js'
import { saveSummarySchema, updateSummarySchema } from '../../src/summaries/summary.shape.js'
import { assignmentRecord } from '../../src/videos/assignments/assignment.shape.js'
import { ruleRecord } from '../../src/videos/rules/rule.shape.js'
import { videoRecord } from '../../src/videos/video.shape.js'
import { worldObjectRecord, worldRecord } from '../../src/world/world.shape.js'
import { freshDatabase } from '../support/database.js'

const reviewNames = Object.keys(reviewColumns)

const records: RecordOf[] = [
  permissionRecord,
  apiKeyRecord,
  apiTokenRecord,
  sessionRecord,
  userRecord,
  annotationRecord,
  claimRecord,
  claimRelationRecord,
  groupRecord,
  groupMemberRecord,
  jobRecord,
  personaRecord,
  ontologyRecord,
  ontologyTypeRecord,
  correspondenceRecord,
  decisionRecord,
  projectRecord,
  projectMemberRecord,
  shareRecord,
  summaryRecord,
  assignmentRecord,
  ruleRecord,
  videoRecord,
  worldRecord,
  worldObjectRecord,
]

interface Column {
  name: string
  type: string
  nullable: boolean
  byDefault: boolean
  derived: boolean
}

let database: Awaited<ReturnType<typeof freshDatabase>>
let columns: ReadonlyMap<string, Column[]>
let schema: GraphQLSchema

beforeAll(async () => {
  schema = await buildGraphSchema(resolvers)
  database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<Column & { table: string }>(
    `select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull and not exists (
              select from pg_constraint k where k.conrelid = c.oid and k.convalidated
                and pg_get_constraintdef(k.oid) = format('CHECK ((%I IS NOT NULL))', a.attname)) as nullable,
            a.atthasdef and a.attgenerated = '' as "byDefault", a.attgenerated <> '' as derived
       from pg_attribute a
       join pg_class c on c.oid = a.attrelid
       join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`,
  )
  await client.end()
  columns = groupBy(rows, (row) => row.table)
})
afterAll(() => database.drop())

const sorted = (names: Iterable<string>) => [...names].sort()
const byClient = (field: RecordField) => field.writer === 'client'

describe('a record and its table', () => {
  it.each(records.map((of) => [of.table, of] as const))('%s: columns, types, emptiness', (table, of) => {
    const described = of.names
      .map((name) => of.fields[name]!)
      .map(({ column, type, nullable, required, derived }) => ({ column, type, nullable, required, derived }))
    const stored = (columns.get(table) ?? []).map(({ name, type, nullable, byDefault, derived }) => ({
      column: name,
      type,
      nullable,
      required: !nullable && !byDefault && !derived,
      derived,
    }))
    const byColumn = (a: { column: string }, b: { column: string }) => (a.column < b.column ? -1 : 1)
    expect(described.sort(byColumn)).toEqual(stored.sort(byColumn))
  })
})

/** The GraphQL scalars that fields of each kind may have, in outputs and inputs. */
const scalars: Record<RecordField['kind'], readonly string[]> = {
  uuid: ['ID'],
  word: ['String', 'ID'],
  text: ['String', 'ID'],
  integer: ['Int', 'Float'],
  number: ['Float'],
  boolean: ['Boolean'],
  document: ['JsonObject', 'JSONObject', 'Json', 'JSON', 'String'],
  time: ['DateTime'],
}

/** Compares a GraphQL field with the record: nullability, and for plain scalars the kind. Returns the differences. */
function faultsOf(
  field: { name: string; type: unknown; extensions: object },
  described: RecordField,
  column: boolean,
): string[] {
  // Members of unions have one nullability; where it is not that of the column, @semanticNonNull says so.
  const mayBeNull = column || 'parallax.semanticNonNull' in field.extensions
  const type = field.type as Parameters<typeof getNullableType>[0]
  const inner = getNullableType(type)!
  const faults: string[] = []
  if (isNonNullType(type) === mayBeNull) faults.push(`${field.name} ${mayBeNull ? 'is never null' : 'may be null'}`)
  const scalar = 'name' in inner && !('getValues' in inner) ? inner.name : null
  if (described.kind !== 'document' && !isListType(inner) && scalar && !scalars[described.kind].includes(scalar))
    faults.push(`${field.name} is ${scalar}`)
  return faults
}

interface Door {
  of: RecordOf
  type: string
  /** Columns without a field of the same name: relations lead to them, or they are internal. */
  elsewhere: string[]
  create: [input: string, beside: string[], body: TSchema, but: string[]]
  update?: [input: string, beside: string[], body: TSchema]
  line: [name: keyof typeof lineTypes, but: string[], beside: readonly string[]]
}

const properties = (body: TSchema) => Object.keys(body['properties'] as object)
const doors: Door[] = [
  {
    of: claimRecord,
    type: 'Claim',
    elsewhere: [],
    create: ['CreateClaimInput', ['summaryId'], createClaimSchema, []],
    update: ['UpdateClaimInput', ['id', 'ifVersion'], updateClaimSchema],
    line: ['claim', [], reviewNames],
  },
  {
    of: claimRelationRecord,
    type: 'ClaimRelation',
    elsewhere: [],
    create: ['CreateClaimRelationInput', [], relationSchema, ['sourceClaimId']],
    line: ['claim_relation', [], []],
  },
  {
    of: correspondenceRecord,
    type: 'TypeCorrespondence',
    elsewhere: [],
    create: ['SaveTypeCorrespondenceInput', ['ifVersion'], saveCorrespondenceSchema, []],
    line: ['type_correspondence', [], []],
  },
  {
    of: summaryRecord,
    type: 'Summary',
    elsewhere: [],
    create: ['SaveSummaryInput', ['onlyNew'], saveSummarySchema, []],
    update: ['UpdateSummaryInput', ['id', 'ifVersion'], updateSummarySchema],
    line: ['summary', [], reviewNames],
  },
  {
    of: annotationRecord,
    type: 'Annotation',
    elsewhere: [],
    create: ['CreateAnnotationInput', [], createAnnotationSchema, []],
    update: ['UpdateAnnotationInput', ['id', 'ifVersion'], updateAnnotationSchema],
    line: [
      'annotation',
      ['frames'],
      ['annotationType', 'typeAssignment', 'objectLink', 'boundingBoxSequence', 'unresolved', 'number', ...reviewNames],
    ],
  },
  {
    of: personaRecord,
    type: 'Persona',
    elsewhere: [],
    create: ['CreatePersonaInput', [], createPersonaSchema, []],
    update: ['UpdatePersonaInput', ['id', 'ifVersion'], updatePersonaSchema],
    line: ['persona', [], []],
  },
]

describe.each(doors)('$type', ({ of, type, elsewhere, create, update, line }) => {
  it('shows every printed column in GraphQL, by the name that the record gives it and as what it is', () => {
    const shown = schema.getType(type)
    if (!isObjectType(shown)) throw new Error(`${type} is no type`)
    const fields = shown.getFields()
    const printed = namesOf(of, (field) => field.printed).filter((name) => !elsewhere.includes(name))
    const shownAs = Object.fromEntries(Object.entries(of.shownAs).map(([shown, name]) => [name, shown]))
    const fieldOf = (name: string) => fields[shownAs[name] ?? name]
    expect(printed.filter((name) => !fieldOf(name))).toEqual([])
    // REST accepts other words than the enum has; they read as null.
    const mayBeNull = (name: string) => of.fields[name]!.nullable || notesOf(of.fields[name]!.shape).mayBeOther === true
    expect(printed.flatMap((name) => faultsOf(fieldOf(name)!, of.fields[name]!, mayBeNull(name)))).toEqual([])
  })

  it('is made by the same fields through REST and GraphQL', () => {
    const [name, beside, body, but] = create
    const input = schema.getType(name)
    if (!isInputObjectType(input)) throw new Error(`${name} is no input`)
    const written = namesOf(of, byClient)
    expect(sorted(Object.keys(input.getFields()))).toEqual(sorted([...written, ...beside]))
    expect(sorted([...properties(body), ...but])).toEqual(sorted(written))
    const faults = written.flatMap((one) =>
      faultsOf(input.getFields()[one]!, of.fields[one]!, !of.fields[one]!.required),
    )
    expect(faults).toEqual([])
  })

  // Relations can be made and deleted but not changed.
  if (update)
    it('is changed by the same fields through REST and GraphQL', () => {
      const [name, beside, body] = update
      const input = schema.getType(name)
      if (!isInputObjectType(input)) throw new Error(`${name} is no input`)
      const changed = namesOf(of, (field) => field.updated)
      expect(sorted(Object.keys(input.getFields()))).toEqual(sorted([...changed, ...beside]))
      expect(sorted(properties(body))).toEqual(sorted(changed))
      expect(changed.flatMap((one) => faultsOf(input.getFields()[one]!, of.fields[one]!, true))).toEqual([])
    })

  it('is a line of an export with the same fields', () => {
    const [name, but, beside] = line
    const exchanged = namesOf(of, (field) => field.exchanged).filter((one) => !but.includes(one))
    expect(sorted(Object.keys(lineTypes[name].takes.properties))).toEqual(sorted([...exchanged, ...beside]))
  })
})
