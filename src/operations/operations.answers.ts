import { Type } from '@sinclair/typebox'
import type { Answers } from '../http/answers.js'
import { says } from '../lib/described.js'
import { choice } from '../lib/schema.js'
import { checkedAt, readiness } from './operations.shape.js'

const alive = (status: string) =>
  Type.Object({ status: says('State of the process.', choice([status])), timestamp: checkedAt })
const traces = Type.Object({}, { additionalProperties: true, description: 'An OTLP trace export request, as JSON.' })

export const operationsAnswers: Answers = {
  'GET /api/health': {
    id: 'getHealth',
    says: 'Says whether the process lives.',
    200: alive('healthy'),
    503: alive('hanging'),
  },
  'GET /api/health/ready': {
    id: 'getReadiness',
    says: 'Says whether the server can take requests, with the state of what it needs.',
    200: readiness,
    503: readiness,
  },
  'POST /api/telemetry/traces': {
    id: 'sendTraces',
    says: 'Takes traces of a front end and hands them to the collector.',
    refuses: [413, 502],
    body: { media: ['application/json'], schema: traces },
    200: Type.Object({ status: says('`ok`: the collector has them.', choice(['ok'])) }),
  },
  'GET /api/openapi.json': {
    id: 'getOpenApiDocument',
    says: 'Returns this document.',
    200: Type.Object({ openapi: says('Version of OpenAPI.', Type.String()) }, { additionalProperties: true }),
  },
}
