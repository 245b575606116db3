import createClient from 'openapi-fetch'
import type { paths } from '../generated/paths.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** openapi-fetch, which knows the paths by the types that openapi-typescript makes of openapi.json. */
export function open(url: string): Client {
  const client = createClient<paths>({ baseUrl: url, fetch: sessionFetch() })
  client.use({
    async onResponse({ response }) {
      if (response.ok) return
      const body = (await response.json()) as { message: string }
      throw Refused.from(body.message, body)
    },
  })

  return {
    async signIn(body) {
      await client.POST('/api/auth/login', { body })
    },

    async video() {
      const { data } = await client.GET('/api/videos')
      return present(present(data)[0]).id
    },

    async createPersona(name) {
      const body = { name, role: 'Analyst', informationNeed: 'Which ships leave?' }
      return present((await client.POST('/api/personas', { body })).data).id
    },

    async defineType(id, { key, name }) {
      const entities = [{ id: key, name, gloss: [] }]
      const body = { entities, events: [], roles: [], relationTypes: [] }
      const { data } = await client.PUT('/api/personas/{id}/ontology', { params: { path: { id } }, body })
      return present(data).entities.map((type) => type.name)
    },

    async summarize(videoId, personaId, summary) {
      return present((await client.POST('/api/summaries', { body: { videoId, personaId, summary } })).data).id
    },

    async addClaim(summaryId, { text, confidence, about }) {
      const reference = about && [
        { type: 'typeRef' as const, refType: 'entity' as const, refPersonaId: about.personaId, content: about.key },
      ]
      const gloss = [{ type: 'text' as const, content: text }, ...(reference ?? [])]
      const params = { path: { summaryId } }
      const { data } = await client.POST('/api/summaries/{summaryId}/claims', {
        params,
        body: { text, confidence, gloss },
      })
      return present(data).gloss.flatMap(({ type, content }) => (type === 'typeRef' ? content : []))
    },

    async annotate(videoId, personaId, label, boxes) {
      const body = { videoId, personaId, type: 'type', label, frames: { boxes } } as const
      return present((await client.POST('/api/annotations', { body })).data).frames.boxes.map(({ x }) => x)
    },

    async claims(summaryId, limit) {
      const pages: string[][] = []
      for (let cursor: string | undefined; ;) {
        const params = { path: { summaryId }, query: { limit, cursor } }
        const { data, response } = await client.GET('/api/summaries/{summaryId}/claims', { params })
        pages.push(present(data).map(({ text }) => text))
        const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
        if (next === undefined) return pages
        cursor = new URL(next, url).searchParams.get('cursor') ?? undefined
      }
    },

    async search(q) {
      const query = { q, kinds: ['claim' as const] }
      const { data } = await client.GET('/api/search', { params: { query } })
      return present(data).map(({ snippet }) => snippet.map(({ text }) => text).join(''))
    },

    async exported() {
      return String((await client.GET('/api/export/all', { parseAs: 'text' })).data)
    },

    async previewed(file) {
      const form = new FormData()
      form.set('file', file)
      const { data } = await client.POST('/api/import/preview', { body: { file: '' }, bodySerializer: () => form })
      return present(data).summary.totalLines
    },
  }
}

/** The JSON of an answer: it is missing only where `onResponse` has thrown, and text only where NDJSON was asked for. */
function present<Data>(data: Data): Exclude<Data, string | undefined> {
  if (data === undefined || typeof data === 'string') throw new Error('The answer has no JSON')
  return data as Exclude<Data, string | undefined>
}
