import { Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import * as documents from '../generated/graphql/graphql.js'
import type { Client } from './job.js'

/** Sends an operation and returns its data; throws `Refused`. What the libraries of GraphQL differ in. */
export type Ask = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<Data>

/** The steps of the job over GraphQL, with the documents that graphql-codegen types. */
export function graphqlClient(url: string, send: typeof fetch, ask: Ask): Client {
  return {
    async signIn(input) {
      await ask(documents.SignInMutationDocument, { input })
    },

    async video() {
      const [video] = (await ask(documents.VideosQueryDocument, {})).videos.nodes
      if (!video) throw new Error('The server has no video')
      return video.id
    },

    async createPersona(name) {
      const input = { name, role: 'Analyst', informationNeed: 'Which ships leave?' }
      return (await ask(documents.CreatePersonaMutationDocument, { input })).createPersona.persona.id
    },

    async defineType(personaId, { key, name }) {
      const input = { personaId, entityTypes: [{ key, name, gloss: [] }] }
      const { updateOntology } = await ask(documents.DefineTypesMutationDocument, { input })
      return updateOntology.ontology.types.map((type) => type.name)
    },

    async summarize(videoId, personaId, content) {
      const input = { videoId, personaId, summary: [{ type: 'TEXT' as const, content }] }
      return (await ask(documents.SummarizeMutationDocument, { input })).saveSummary.summary.id
    },

    async addClaim(summaryId, { text, confidence, about }) {
      const gloss: documents.GlossItemInput[] = [{ type: 'TEXT', content: text }]
      if (about) gloss.push({ type: 'TYPE_REF', refType: 'ENTITY', refPersonaId: about.personaId, content: about.key })
      const input = { summaryId, text, confidence, gloss }
      const { createClaim } = await ask(documents.AddClaimMutationDocument, { input })
      return createClaim.claim.gloss.flatMap(({ target }) => (target?.__typename === 'OntologyType' ? target.key : []))
    },

    async annotate(videoId, personaId, label, boxes) {
      const input = { videoId, personaId, type: 'TYPE', label, frames: { boxes } } as const
      const { createAnnotation } = await ask(documents.AnnotateMutationDocument, { input })
      return createAnnotation.annotation.boxes.map(({ x }) => x)
    },

    async claims(summaryId, first) {
      const pages: string[][] = []
      for (let after: string | null | undefined; ;) {
        const { claims } = await ask(documents.ClaimsQueryDocument, { summaryId, first, after })
        pages.push(claims.nodes.map(({ text }) => text))
        if (!claims.pageInfo.hasNextPage) return pages
        after = claims.pageInfo.endCursor
      }
    },

    async search(words) {
      const { search } = await ask(documents.SearchQueryDocument, { words })
      return search.nodes.flatMap((hit) => (hit?.__typename === 'Claim' ? hit.text : []))
    },

    async exported() {
      const { exportUrl } = await ask(documents.ExportQueryDocument, {})
      return (await send(url + exportUrl)).text()
    },
  }
}

/** The operation of a document of one operation. */
export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const [operation] = document.definitions
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document has no operation')
  return operation
}
