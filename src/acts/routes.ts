import { Type } from '@sinclair/typebox'
import type { FastifyRequest, HTTPMethods } from 'fastify'
import type { Answer, Answers, RouteAnswers } from '../http/answers.js'
import { ifMatch } from '../http/etag.js'
import type { MountRoutes } from '../http/server.js'
import { firstSentence, type Act, type Acts } from './act.js'

/** Mounts the REST route of each act. */
export const mountActs =
  ({ tag, acts }: Acts): MountRoutes =>
  (server) => {
    for (const act of acts) {
      const [method = '', url = ''] = act.rest.split(' ')
      const {
        auth = 'required',
        limit,
        versioned,
        keyless,
        listedBy,
        inParts,
        located,
        params,
        body,
        query,
        status = 200,
        send,
        refusal,
      } = act
      server.route({
        method: method as HTTPMethods,
        url,
        schema: {
          tags: [tag],
          ...(params && { params: Type.Object(params) }),
          ...(body && { body }),
          ...(query && { querystring: query }),
        },
        config: {
          auth,
          ...(limit && { claimsBucket: limit }),
          ...(versioned && { versioned }),
          ...(keyless && { idempotencyKey: false }),
          ...(listedBy !== undefined && { listedBy }),
          ...(inParts && { inParts }),
          ...(located && { located }),
        },
        attachValidation: refusal !== undefined,
        async handler(request, reply) {
          const { ctx, validationError } = request
          if (validationError) throw refusal?.(validationError) ?? validationError
          const input = givenBy(request, versioned)
          const result = await act.run(ctx, input)
          return send ? send({ request, reply, ctx }, result, input) : reply.status(status).send(result)
        },
      })
    }
  }

function givenBy(request: FastifyRequest, versioned = false) {
  const ifVersion = versioned ? ifMatch(request) : undefined
  return {
    ...(request.params as object),
    body: request.body,
    query: request.query,
    ...(ifVersion !== undefined && { ifVersion }),
  }
}

/** Returns the descriptions of the routes of acts for openapi.json. */
export function answersOfActs({ acts }: Acts): Answers {
  return Object.fromEntries(acts.map((act) => [act.rest, answersOf(act)]))
}

function answersOf({ id, mutation, says, status = 200, answer, refuses }: Act): RouteAnswers {
  const summary = firstSentence(says)
  const name = id ?? mutation?.name
  if (name === undefined) throw new Error(`the act "${says}" has no id`)
  return {
    id: name,
    says: summary,
    ...(summary !== says && { more: says }),
    ...(refuses && { refuses }),
    ...byStatus(answer, status),
  }
}

function byStatus(answer: Act['answer'], status: number): Readonly<Record<number, Answer>> {
  const isOfSeveral = answer !== null && Object.keys(answer).every((key) => /^2\d\d$/.test(key))
  return isOfSeveral ? (answer as Record<number, Answer>) : { [status]: answer as Answer }
}
