import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, success } from '../../http/answers.js'
import { below } from '../../http/created.js'
import { pageShape } from '../../http/page-answer.js'
import { says } from '../../lib/described.js'
import { partsOfQuery } from '../../lib/page-query.js'
import * as webhooks from './webhook.service.js'
import {
  aboutSecret,
  createWebhookSchema,
  deliveriesQuery,
  deliveryRecord,
  fromOfDelivery,
  positionOfWebhook,
  replaySchema,
  updateWebhookSchema,
  webhookId,
  webhookRecord,
  webhooksQuery,
} from './webhook.shape.js'
import { Webhook } from './webhook.type.js'

const shapes = { ...answerShapes(webhookRecord), position: positionOfWebhook }
const webhook = named('Webhook', Type.Object(shapes))
const withSecret = named('WebhookWithSecret', Type.Object({ ...shapes, secret: says(aboutSecret, Type.String()) }))
const delivery = named('WebhookDelivery', Type.Object({ ...answerShapes(deliveryRecord), from: fromOfDelivery }))
const one = { webhookId }

/** A webhook with its secret, in the form of GraphQL. */
const inGraphQL = ({ secret, ...rest }: webhooks.WebhookView & { secret: string }) => ({ webhook: rest, secret })

export const webhookActs: Acts = {
  tag: 'Webhooks',
  acts: [
    act({
      says:
        'Makes a webhook: an address that is told what changes in a project, or for administrators everywhere, from ' +
        'now on. For owners and managers of the project. The answer shows its secret this once. Only for callers who ' +
        'have signed in. CONFLICT if there are 20 already, or no log of changes is kept.',
      rest: 'POST /api/webhooks',
      keyless: true,
      body: createWebhookSchema,
      run: (ctx, { body }) => webhooks.createWebhook(ctx, body),
      status: 201,
      located: below('/api/webhooks'),
      answer: withSecret,
      refuses: [403, 404, 409],
      mutation: {
        name: 'createWebhook',
        input: 'The webhook to make.',
        payload: { webhook: () => Webhook, secret: { type: () => String, says: aboutSecret } },
        node: (_ctx, made) => inGraphQL(made),
      },
    }),
    act({
      says: 'Lists the webhooks that the caller manages, newest first.',
      rest: 'GET /api/webhooks',
      id: 'listWebhooks',
      listedBy: 'webhooks',
      query: webhooksQuery,
      run: async (ctx, { query }) => {
        const { filter, page, totalCount } = partsOfQuery(query)
        const { nodes, pageInfo, countAll } = await webhooks.pageOfWebhooks(ctx, page, filter)
        return { webhooks: nodes, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('webhooks', webhook),
    }),
    act({
      says: 'Returns a webhook that the caller manages.',
      rest: 'GET /api/webhooks/:webhookId',
      id: 'getWebhook',
      params: one,
      run: (ctx, input) => webhooks.getWebhook(ctx, input.webhookId),
      answer: webhook,
    }),
    act({
      says:
        'Changes a webhook. One that is switched on goes on where it stopped. Whoever changes the address becomes its ' +
        'maker, by whose rights it tells.',
      rest: 'PUT /api/webhooks/:webhookId',
      params: one,
      body: updateWebhookSchema,
      run: (ctx, input) => webhooks.updateWebhook(ctx, input.webhookId, input.body),
      answer: webhook,
      mutation: {
        name: 'updateWebhook',
        input: 'Changes to a webhook; absent fields stay as they are.',
        id: 'webhookId',
        payload: { webhook: () => Webhook },
      },
    }),
    act({
      says: 'Deletes a webhook with the list of its messages.',
      rest: 'DELETE /api/webhooks/:webhookId',
      params: one,
      run: (ctx, input) => webhooks.deleteWebhook(ctx, input.webhookId),
      answer: success,
      send: () => ({ success: true }),
      mutation: { name: 'deleteWebhook', input: 'The webhook to delete.', id: 'webhookId', deletes: true },
    }),
    act({
      says:
        'Gives a webhook a new secret, which the answer shows this once. For a day, messages are signed by the former ' +
        'one as well. Only for callers who have signed in.',
      rest: 'POST /api/webhooks/:webhookId/secret',
      keyless: true,
      params: one,
      run: (ctx, input) => webhooks.rotateSecret(ctx, input.webhookId),
      answer: withSecret,
      refuses: [403],
      mutation: {
        name: 'rotateWebhookSecret',
        input: 'The webhook that is to have a new secret.',
        id: 'webhookId',
        payload: { webhook: () => Webhook, secret: { type: () => String, says: aboutSecret } },
        node: (_ctx, made) => inGraphQL(made),
      },
    }),
    act({
      says: 'Lists the messages to a webhook that the caller manages, newest first.',
      rest: 'GET /api/webhooks/:webhookId/deliveries',
      id: 'listWebhookDeliveries',
      listedBy: 'webhookDeliveries',
      params: one,
      query: deliveriesQuery,
      run: async (ctx, { webhookId: id, query }) => {
        const { page, totalCount } = partsOfQuery(query)
        const { nodes, pageInfo, countAll } = await webhooks.pageOfDeliveries(ctx, id, page)
        return { deliveries: nodes, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('deliveries', delivery),
    }),
    act({
      says:
        'Sends again what a webhook has told: everything from a position on (`since`), or one message (`deliveryId`). ' +
        'Returns the webhook.',
      rest: 'POST /api/webhooks/:webhookId/replay',
      params: one,
      body: replaySchema,
      run: (ctx, input) => webhooks.replayWebhook(ctx, input.webhookId, input.body),
      answer: webhook,
      refuses: [404],
      mutation: {
        name: 'replayWebhook',
        input: 'What to send again.',
        id: 'webhookId',
        payload: { webhook: () => Webhook },
      },
    }),
  ],
}
