import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { asJson, onlyRest, says, typed, usually } from '../lib/described.js'
import { enumeration, nullable } from '../lib/schema.js'

const reach = (sentence: string) =>
  says(sentence, enumeration('ServiceState', 'Whether a service answers.', ['ok', 'unreachable']))
const text = (sentence: string) => says(sentence, Type.String())
const flag = (sentence: string) => says(sentence, Type.Boolean())
export const checkedAt = says('When this was checked.', Type.String({ format: 'date-time' }))

/** Whether the server can take requests, in the form of REST. */
export const readiness = Type.Object({
  status: says(
    '`ready`, or `not ready` while the database is unreachable or the server shuts down.',
    enumeration('Readiness', 'Whether the server can take requests.', ['ready', 'not ready']),
  ),
  checks: says(
    'Which services the server can reach.',
    typed(
      'HealthChecks',
      'Which services the server can reach: each is `ok` or `unreachable`.',
      Type.Object({
        database: reach('`ok` if the database answers, else `unreachable`.'),
        queue: reach('`ok` if the queue store answers, else `unreachable`.'),
        modelService: reach('`ok` if the model service answers, else `unreachable`.'),
      }),
    ),
  ),
})
export type Readiness = Static<typeof readiness>
export const health = typed(
  'Health',
  'Whether the server is ready for requests.',
  Type.Object({ ...readiness.properties, timestamp: checkedAt }),
)
export type Health = Static<typeof health>

const serverMode = enumeration('ServerMode', 'Whether the server has one user, who need not sign in, or many.', [
  'single-user',
  'multi-user',
])
const knowledgeBaseMode = usually(
  'KnowledgeBaseMode',
  'Whether front ends ask the knowledge base itself or a copy of it.',
  ['online', 'offline'],
  Type.String(),
)
const knowledgeBase = typed(
  'KnowledgeBaseConfig',
  'The external knowledge base, such as Wikidata, in which front ends look up items.',
  Type.Object({
    mode: says('Mode of the knowledge base: `online` or `offline`.', knowledgeBaseMode),
    url: text('URL of the API of the knowledge base.'),
    idMapping: asJson(
      says(
        'Maps IDs of another knowledge base to IDs of this one, as a JSON object; null in online mode or without a ' +
          'mapping.',
        nullable(Type.Object({}, { additionalProperties: true })),
      ),
    ),
    allowExternalLinks: flag('Whether front ends may link to the knowledge base.'),
  }),
)
const older = <S extends TSchema>(schema: S) => onlyRest(says('The same as `kb`, under an older name.', schema))
/** Older front ends read the knowledge base under the name `wikidata`, so REST answers it under both names (H-02). */
export const serverConfig = typed(
  'ServerConfig',
  'Configuration that front ends need before sign-in.',
  Type.Object({
    mode: says('Mode of the server: `single-user` or `multi-user`.', serverMode),
    allowRegistration: flag('Whether anybody may register; always false in single-user mode.'),
    kb: says('The external knowledge base and its mode.', knowledgeBase),
    wikidata: older(knowledgeBase),
    externalLinks: says(
      'Which outside links front ends may show.',
      typed(
        'ExternalLinks',
        'Which outside links front ends may show.',
        Type.Object({
          kb: flag('Whether front ends may link to the knowledge base.'),
          wikidata: older(Type.Boolean()),
          videoSources: flag('Whether front ends may link to the uploaders and web pages of videos.'),
        }),
      ),
    ),
  }),
)
export type ServerConfig = Static<typeof serverConfig>
