import { Type } from '@sinclair/typebox'
import {
  boolean,
  document,
  integer,
  number,
  record,
  served,
  text,
  time,
  uuid,
  word,
} from '../../database/rows/record.js'
import { kindOf, ofAnyKind } from '../../kind-words.js'
import { says, usually } from '../../lib/described.js'
import { pageQuery } from '../../lib/page-query.js'
import { optional, shortText, uuid as uuidShape } from '../../lib/schema.js'
import { accessKinds, contentKinds } from '../log/logged-kinds.js'

const anyText = { ...served, shape: Type.String() } as const
const aboutActive = 'Whether messages are sent. What happens while it is inactive is sent once it is active again.'
const aboutContent =
  'Whether messages also hold `lines`: how what has changed is now, as the feed of changes has it, as far as the maker ' +
  'may export it. At most 1 MB a message.'
const ofServer = { ...served, printed: false } as const

/** Addresses to which the server reports changes. */
export const webhookRecord = record('webhooks', 'w', {
  id: uuid('ID of the webhook.', { ...served, required: true }),
  createdBy: uuid('ID of the user who made it; it tells what this user may read.', {
    answeredAs: 'creatorId',
    ...served,
    required: true,
  }),
  projectId: uuid('ID of the project that it is about; null for everything on the server.', {
    ...served,
    nullable: true,
  }),
  url: text('Address that messages are sent to.', { ...anyText, required: true }),
  kinds: document('Kinds of things that it tells of.', {
    ...served,
    type: '_text',
    required: true,
    shape: Type.Array(ofAnyKind(Type.String())),
  }),
  isActive: boolean(aboutActive, served),
  withContent: boolean(aboutContent, served),
  note: text('Why the server has switched it off; null if it has not.', { ...anyText, nullable: true }),
  encryptedSecret: text({ ...ofServer, required: true }),
  encryptionKeyId: text({ ...ofServer, required: true }),
  previousSecret: text({ ...ofServer, nullable: true }),
  previousKeyId: text({ ...ofServer, nullable: true }),
  previousUntil: time('Until when messages are signed by the former secret, too; null if there is none.', {
    ...served,
    nullable: true,
  }),
  tx: number({ ...ofServer, type: 'int8', required: true }),
  seq: number({ ...ofServer, type: 'int8', required: true }),
  firstTx: number({ ...ofServer, type: 'int8', required: true }),
  runningTx: document({ ...ofServer, type: '_int8', required: true }),
  failures: integer('Number of attempts in a row that have failed.', served),
  failingSince: time('Since when all attempts have failed; null if the last one succeeded.', {
    ...served,
    nullable: true,
  }),
  retryAt: time('When the next attempt is due; null if the last one succeeded.', { ...served, nullable: true }),
  leasedBy: uuid({ ...ofServer, nullable: true }),
  leasedUntil: time({ ...ofServer, nullable: true }),
  createdAt: time('When it was made.', served),
  updatedAt: time('When it was last changed.', served),
})

const aboutPosition =
  'Position in the log of changes up to which everything has been put into messages; the next one begins here.'
export const positionOfWebhook = says(aboutPosition, Type.String())
export const aboutSecret =
  'The secret by which receivers check messages (Standard Webhooks, `whsec_…`). It is shown this once.'

const status = usually(
  'WebhookDeliveryStatus',
  'What became of a message. PENDING: it is to be sent, or sent again. DELIVERED: the receiver has answered with a ' +
    'status of success. FAILED: it was given up.',
  ['pending', 'delivered', 'failed'],
  shortText,
)

/** Messages to webhooks. */
export const deliveryRecord = record('webhookDeliveries', 'd', {
  id: uuid('ID of the message, the same in each attempt: its header `webhook-id`.', { ...served, required: true }),
  webhookId: uuid('ID of the webhook.', { ...served, required: true }),
  fromTx: number({ ...ofServer, type: 'int8', required: true }),
  fromSeq: number({ ...ofServer, type: 'int8', required: true }),
  toTx: number({ ...ofServer, type: 'int8', required: true }),
  toSeq: number({ ...ofServer, type: 'int8', required: true }),
  changes: integer('Number of changes in the message.', { ...served, required: true }),
  isReplay: boolean('Whether somebody asked for it again.', served),
  status: word('What became of it.', { ...served, required: true, shape: status }),
  attempts: integer('Number of attempts.', served),
  responseStatus: integer('Status that the receiver answered last; null for none.', { ...served, nullable: true }),
  ms: integer('How long the last attempt took, in milliseconds; null before the first one.', {
    ...served,
    nullable: true,
  }),
  error: text('Why the last attempt failed; null if it did not.', { ...anyText, nullable: true }),
  createdAt: time('When the message was made.', served),
  attemptedAt: time('When the last attempt began; null before the first one.', { ...served, nullable: true }),
})

export const fromOfDelivery = says('Position of the first change that the message may hold.', Type.String())

const url = Type.String({ minLength: 1, maxLength: 2000 })
const allKinds = [...contentKinds, ...accessKinds]
const kinds = Type.Array(kindOf(allKinds), { minItems: 1, maxItems: allKinds.length })
const aboutUrl = 'Address to send messages to, with http or https, at a host that the server allows.'
const aboutKinds = 'Kinds of things to tell of'

export const createWebhookSchema = Type.Object({
  url: says(aboutUrl, url),
  projectId: optional(
    says(
      'ID of the project to tell of; absent or null for everything, which only administrators may ask for.',
      uuidShape,
    ),
  ),
  kinds: optional(says(`${aboutKinds}; all kinds of content when absent.`, kinds)),
  isActive: Type.Optional(says(aboutActive, Type.Boolean())),
  withContent: Type.Optional(says(aboutContent, Type.Boolean())),
})

export const updateWebhookSchema = Type.Object({
  url: Type.Optional(says(aboutUrl, url)),
  kinds: Type.Optional(says(`${aboutKinds}.`, kinds)),
  isActive: Type.Optional(says(aboutActive, Type.Boolean())),
  withContent: Type.Optional(says(aboutContent, Type.Boolean())),
})

export const replaySchema = Type.Object({
  since: optional(
    says('Position in the log of changes from which on to send everything again, in place of `deliveryId`.', shortText),
  ),
  deliveryId: optional(says('ID of the one message to send again, in place of `since`.', uuidShape)),
})

export const webhookId = says('ID of the webhook.', uuidShape)
export const deliveriesQuery = Type.Object(pageQuery)
export const webhookParams = Type.Object({ webhookId })
const projectId = Type.Optional(says('Only webhooks about the project with this ID.', uuidShape))
export const webhooksFilter = Type.Object({ projectId })
export const webhooksQuery = Type.Object({ projectId, ...pageQuery })
