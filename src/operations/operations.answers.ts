import { Type } from '@sinclair/typebox'
import type { Answers } from '../http/answers.js'
import { choice, nullable } from '../lib/schema.js'

const text = Type.String()
const reach = choice(['ok', 'unreachable'])
const readiness = Type.Object({
  status: choice(['ready', 'not ready']),
  checks: Type.Object({ database: reach, queue: reach, modelService: reach }),
})
const health = (status: string) =>
  Type.Object({ status: choice([status]), timestamp: Type.String({ format: 'date-time' }) })
const base = Type.Object({
  mode: text,
  url: text,
  idMapping: nullable(Type.Object({}, { additionalProperties: true })),
  allowExternalLinks: Type.Boolean(),
})
const links = { kb: Type.Boolean(), wikidata: Type.Boolean(), videoSources: Type.Boolean() }
const traces = Type.Object({}, { additionalProperties: true, description: 'An OTLP trace export request, as JSON.' })

export const operationsAnswers: Answers = {
  'GET /api/health': {
    id: 'getHealth',
    says: 'Says whether the process lives.',
    200: health('healthy'),
    503: health('hanging'),
  },
  'GET /api/health/ready': {
    id: 'getReadiness',
    says: 'Says whether the server can take requests, with the state of what it needs.',
    200: readiness,
    503: readiness,
  },
  'GET /api/config': {
    id: 'getServerConfig',
    says: 'Returns the settings that a front end needs.',
    200: Type.Object({
      mode: choice(['single-user', 'multi-user']),
      allowRegistration: Type.Boolean(),
      kb: base,
      wikidata: base,
      externalLinks: Type.Object(links),
    }),
  },
  'POST /api/telemetry/traces': {
    id: 'sendTraces',
    says: 'Takes traces of a front end and hands them to the collector.',
    refuses: [413, 502],
    body: { media: ['application/json'], schema: traces },
    200: Type.Object({ status: choice(['ok']) }),
  },
  'GET /api/openapi.json': {
    id: 'getOpenApiDocument',
    says: 'Returns this document.',
    200: Type.Object({ openapi: text }, { additionalProperties: true }),
  },
}
