import { initGraphQLTada, type ResultOf, type TadaDocumentNode } from 'gql.tada'
import { print } from 'graphql'
import type { introspection } from '../generated/tada.js'
import type { Json, JsonObject } from './json.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** Types each document where it is written, without a generator that runs for it. */
const graphql = initGraphQLTada<{
  introspection: introspection
  scalars: { DateTime: string; URL: string; JSON: Json; JSONObject: JsonObject; Upload: File }
}>()

const signIn = graphql(`
  mutation SignIn($input: LoginInput!) {
    login(input: $input) {
      account {
        userId
      }
    }
  }
`)
const videos = graphql(`
  query Videos {
    videos(first: 1) {
      nodes {
        id
      }
    }
  }
`)
const createPersona = graphql(`
  mutation CreatePersona($input: CreatePersonaInput!) {
    createPersona(input: $input) {
      persona {
        id
      }
    }
  }
`)
const defineTypes = graphql(`
  mutation DefineTypes($input: UpdateOntologyInput!) {
    updateOntology(input: $input) {
      ontology {
        types(kind: ENTITY) {
          name
        }
      }
    }
  }
`)
const summarize = graphql(`
  mutation Summarize($input: SaveSummaryInput!) {
    saveSummary(input: $input) {
      summary {
        id
      }
    }
  }
`)
const addClaim = graphql(`
  mutation AddClaim($input: CreateClaimInput!) {
    createClaim(input: $input) {
      claim {
        gloss {
          target {
            __typename
            ... on OntologyType {
              key
            }
          }
        }
      }
    }
  }
`)
const annotate = graphql(`
  mutation Annotate($input: CreateAnnotationInput!) {
    createAnnotation(input: $input) {
      annotation {
        boxes(from: 0, to: 30, step: 30) {
          x
        }
      }
    }
  }
`)
const claimsOf = graphql(`
  query Claims($summaryId: ID!, $first: Int!, $after: String) {
    claims(filter: { summaryId: $summaryId }, first: $first, after: $after) {
      nodes {
        text
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)
const searchFor = graphql(`
  query Search($words: String!) {
    search(query: $words, filter: { kinds: [CLAIM] }, first: 20) {
      nodes {
        __typename
        ... on Claim {
          text
        }
      }
    }
  }
`)
const exportAll = graphql(`
  query Export {
    exportUrl(file: ALL)
  }
`)

/** What the answer must have: null in its place comes only with an error. */
function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error('The answer lacks a part')
  return value
}

export function open(url: string): Client {
  const fetchMine = sessionFetch()

  async function ask<Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const response = await fetchMine(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(document), variables }),
    })
    const answer = (await response.json()) as { data: Data; errors?: { message: string; extensions: unknown }[] }
    const [error] = answer.errors ?? []
    if (error) throw Refused.from(error.message, error.extensions)
    return answer.data
  }

  return {
    async signIn(input) {
      await ask(signIn, { input })
    },

    async video() {
      return present((await ask(videos, {})).videos?.nodes[0]).id
    },

    async createPersona(name) {
      const input = { name, role: 'Analyst', informationNeed: 'Which ships leave?' }
      return present((await ask(createPersona, { input })).createPersona).persona.id
    },

    async defineType(personaId, { key, name }) {
      const input = { personaId, entityTypes: [{ key, name, gloss: [] }] }
      const { updateOntology } = await ask(defineTypes, { input })
      return present(updateOntology).ontology.types.map((type) => present(type?.name))
    },

    async summarize(videoId, personaId, content) {
      const input = { videoId, personaId, summary: [{ type: 'TEXT' as const, content }] }
      return present((await ask(summarize, { input })).saveSummary).summary.id
    },

    async addClaim(summaryId, { text, confidence, about }) {
      const plain = { type: 'TEXT', content: text } as const
      const reference = about && {
        ...({ type: 'TYPE_REF', refType: 'ENTITY' } as const),
        ...{ refPersonaId: about.personaId, content: about.key },
      }
      const gloss = reference ? [plain, reference] : [plain]
      const { createClaim } = await ask(addClaim, { input: { summaryId, text, confidence, gloss } })
      return present(createClaim).claim.gloss.flatMap(({ target }) =>
        target?.__typename === 'OntologyType' ? target.key : [],
      )
    },

    async annotate(videoId, personaId, label, boxes) {
      const input = { videoId, personaId, type: 'TYPE', label, frames: { boxes } } as const
      const { createAnnotation } = await ask(annotate, { input })
      return present(createAnnotation).annotation.boxes.map(({ x }) => x)
    },

    async claims(summaryId, first) {
      const pages: string[][] = []
      for (let after: string | null = null; ;) {
        const answer: ResultOf<typeof claimsOf> = await ask(claimsOf, { summaryId, first, after })
        const claims = present(answer.claims)
        pages.push(claims.nodes.map((claim) => present(claim).text))
        if (!claims.pageInfo.hasNextPage) return pages
        after = claims.pageInfo.endCursor
      }
    },

    async search(words) {
      const { search } = await ask(searchFor, { words })
      return present(search).nodes.flatMap((hit) => (hit?.__typename === 'Claim' ? hit.text : []))
    },

    async exported() {
      const { exportUrl } = await ask(exportAll, {})
      return (await fetchMine(url + present(exportUrl))).text()
    },
  }
}
