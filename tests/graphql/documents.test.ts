import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, validate, type OperationDefinitionNode } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'
import { hashOf } from '../../src/graphql/documents/document.js'
import { insertPersistedDocuments } from '../../src/graphql/documents/persisted-document.sql.js'
import { buildGraphSchema } from '../../src/graphql/schema/schema.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  CreatePersonaDocument,
  NestedClaimsDocument,
  PersonasDocument,
  ViewerDocument,
  type TypedDocumentString,
} from './generated/graphql.js'
import { made } from '../support/workspace.js'

const folder = fileURLToPath(new URL('documents', import.meta.url))
const manifest = JSON.parse(
  readFileSync(new URL('generated/persisted-documents.json', import.meta.url), 'utf8'),
) as Record<string, string>
let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi({ PERSISTED_DOCUMENTS: 'enforce' })
  ann = await api.person('ann')
  const rows = Object.entries(manifest).map(([, body]) => ({ hash: hashOf(body), body, createdAt: new Date() }))
  await insertPersistedDocuments(api.app.services.db, rows)
})
afterAll(() => api.stop())

/** Does what a generated client does: sends the hash of a document and returns its typed result. */
async function run<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const documentId = document.__meta__?.['hash']
  const { body } = await ann.post('/graphql', { documentId, variables })
  expect(body.errors).toBeUndefined()
  return body.data as Result
}

describe('documents of a front end', () => {
  it('are the ones that were compiled', () => {
    const written = readdirSync(folder).flatMap((file) => parse(readFileSync(join(folder, file), 'utf8')).definitions)
    const names = (definitions: readonly unknown[]) =>
      (definitions as OperationDefinitionNode[])
        .filter(({ kind }) => kind === 'OperationDefinition')
        .map(({ name }) => name?.value)
        .sort()
    expect(names(Object.values(manifest).flatMap((text) => parse(text).definitions))).toEqual(names(written))
  })

  it('fit the schema, and their hashes are those of their texts', async () => {
    const schema = await buildGraphSchema(resolvers)
    for (const [hash, text] of Object.entries(manifest)) {
      expect(validate(schema, parse(text))).toEqual([])
      expect(`sha256:${hashOf(text)}`).toBe(hash)
    }
  })

  it('every deprecation reason starts with a date', async () => {
    const schema = await buildGraphSchema(resolvers)
    const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
      'getFields' in type ? Object.values(type.getFields()) : [],
    )
    const reasons = fields.flatMap(({ deprecationReason }) => deprecationReason ?? [])
    for (const reason of reasons) expect(reason).toMatch(/^Since 20\d\d-\d\d: /)
  })

  it('run by their hash and answer what the generated types say', async () => {
    expect((await run(ViewerDocument, {})).viewer?.username).toBe('ann')
    const { createPersona } = await run(CreatePersonaDocument, {
      input: { name: 'Scout', role: 'Scout', informationNeed: 'Who?' },
    })
    const { personas } = await run(PersonasDocument, { first: 5 })
    expect(personas.nodes.map(({ id }) => id)).toContain(createPersona.persona.id)
    const summary = (
      await ann.post('/api/summaries', { videoId: 'v', personaId: createPersona.persona.id, summary: 'x' })
    ).body.id
    const root = (await ann.post(`/api/summaries/${summary}/claims`, { text: 'root' })).body.id
    await made(ann.post(`/api/summaries/${summary}/claims`, { text: 'below', parentClaimId: root }))
    const answer = await run(NestedClaimsDocument, { summaryId: summary })
    expect(answer.summary?.claimCount).toBe(2)
    const tree = answer.summary?.claims.map(({ text, summaryType, subclaims }) => [
      text,
      summaryType,
      subclaims.map((one) => one.text),
    ])
    expect(tree).toEqual([['root', 'VIDEO', ['below']]])
  })
})
