import { createClient } from '../generated/hey-api/client/index.js'
import * as api from '../generated/hey-api/sdk.gen.js'
import { Refused, type Client } from './job.js'
import { sessionFetch } from './session.js'

/** The functions that hey-api makes of the operations of openapi.json. */
export function open(url: string): Client {
  const client = createClient({ baseUrl: url, fetch: sessionFetch() })
  client.interceptors.error.use((error) => {
    const body = error as { message?: string }
    return Refused.from(body.message ?? String(error), body)
  })
  const mine = { client, throwOnError: true } as const

  return {
    async signIn(body) {
      await api.login({ ...mine, body })
    },

    async video() {
      const [video] = (await api.listVideos(mine)).data
      if (!video) throw new Error('The server has no video')
      return video.id
    },

    async createPersona(name) {
      const body = { name, role: 'Analyst', informationNeed: 'Which ships leave?' }
      return (await api.createPersona({ ...mine, body })).data.id
    },

    async defineType(id, { key, name }) {
      const entities = [{ id: key, name, gloss: [] }]
      const body = { entities, events: [], roles: [], relationTypes: [] }
      const { data } = await api.updateOntology({ ...mine, path: { id }, body })
      return data ? data.entities.map((type) => type.name) : []
    },

    async summarize(videoId, personaId, summary) {
      return (await api.saveSummary({ ...mine, body: { videoId, personaId, summary } })).data.id
    },

    async addClaim(summaryId, { text, confidence, about }) {
      const reference = about && [
        { type: 'typeRef' as const, refType: 'entity' as const, refPersonaId: about.personaId, content: about.key },
      ]
      const gloss = [{ type: 'text' as const, content: text }, ...(reference ?? [])]
      const { data } = await api.createClaim({ ...mine, path: { summaryId }, body: { text, confidence, gloss } })
      return data.gloss.flatMap(({ type, content }) => (type === 'typeRef' ? content : []))
    },

    async annotate(videoId, personaId, label, boxes) {
      const body = { videoId, personaId, type: 'type', label, frames: { boxes } } as const
      return (await api.createAnnotation({ ...mine, body })).data.frames.boxes.map(({ x }) => x)
    },

    async claims(summaryId, first) {
      const pages: string[][] = []
      for (let after: string | undefined; ;) {
        const query = { summaryId, first, ...(after !== undefined && { after }) }
        const { claims, pageInfo } = (await api.findClaims({ ...mine, query })).data
        pages.push(claims.map(({ text }) => text))
        if (!pageInfo.hasNextPage) return pages
        after = pageInfo.endCursor ?? undefined
      }
    },

    async search(q) {
      const { data } = await api.search({ ...mine, query: { q, kinds: ['claim'] } })
      return data.map(({ snippet }) => snippet.map(({ text }) => text).join(''))
    },

    async exported() {
      // One of several media types; without `format` it is NDJSON.
      return String((await api.exportAll({ ...mine, parseAs: 'text' })).data)
    },

    async previewed(file) {
      return (await api.importPreview({ ...mine, body: { file } })).data.summary.totalLines
    },
  }
}
