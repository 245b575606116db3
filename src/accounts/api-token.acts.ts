import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, success } from '../http/answers.js'
import { says } from '../lib/described.js'
import { optional } from '../lib/schema.js'
import { uuid } from '../lib/schema.js'
import { apiTokenRecord, createTokenSchema, tokenId } from './api-token.shape.js'
import * as tokens from './api-token.service.js'
import { aboutNewToken, Token } from './api-token.type.js'
import { person } from './user.shape.js'

const shapes = answerShapes(apiTokenRecord)
const token = named('Token', Type.Object(shapes))
const newToken = named('NewToken', Type.Object({ ...shapes, token: says(aboutNewToken, Type.String()) }))
const tokenOfUser = named(
  'TokenOfUser',
  Type.Object({ ...shapes, user: says('The user for whom the token acts.', person) }),
)

/** Returns the members of a token that a list of the caller's own tokens shows. */
function own<T extends tokens.ListedToken>({ username: _name, displayName: _shown, isService: _is, ...rest }: T) {
  return rest
}

const userId = says('ID of the service account for which the token is to act.', uuid)
const ofServiceSchema = Type.Object({ ...createTokenSchema.properties, userId })

const asAdmin = { asAdmin: true }
const asAdministrator = optional(
  says(
    'True to act as administrator and revoke a token of any user; FORBIDDEN for everybody else. False when absent.',
    Type.Boolean(),
  ),
)

/** Converts a new token to the form of GraphQL. */
const inGraphQL = ({ token: secret, ...token }: tokens.MadeToken) => ({ token, secret })

export const apiTokenActs: Acts = {
  tag: 'Tokens',
  acts: [
    listAct({
      says: "Lists the caller's tokens that have not been revoked, newest first.",
      rest: 'GET /api/tokens',
      id: 'listTokens',
      item: token,
      list: (ctx) => tokens.listTokens(ctx),
      show: own,
    }),
    act({
      says:
        'Makes a token by which programs act for the caller. The answer shows it this once. Only for callers who have ' +
        'signed in: a token makes no token.',
      rest: 'POST /api/tokens',
      keyless: true,
      body: createTokenSchema,
      run: (ctx, { body }) => tokens.createToken(ctx, body),
      status: 201,
      answer: newToken,
      refuses: [403, 404, 409],
      send: ({ reply }, made) => reply.status(201).send(own(made)),
      mutation: {
        name: 'createToken',
        input: 'The token to make.',
        payload: { token: () => Token, secret: { type: () => String, says: aboutNewToken } },
        node: (_ctx, made) => inGraphQL(made),
      },
    }),
    act({
      says: 'Revokes a token of the caller, or of any user with `asAdministrator`: the next request by it is refused.',
      rest: 'DELETE /api/tokens/:tokenId',
      params: { tokenId },
      run: (ctx, input) => tokens.revokeToken(ctx, input.tokenId),
      answer: success,
      send: () => ({ success: true }),
      mutation: {
        name: 'revokeToken',
        input: 'The token to revoke.',
        id: 'tokenId',
        own: { tokenId, asAdministrator },
        run: (ctx, { tokenId: id, asAdministrator }) =>
          tokens.revokeToken(ctx, id, { asAdmin: asAdministrator ?? false }),
        deletes: true,
      },
    }),
    listAct({
      says: 'Lists the tokens of all users with their owners, newest first.',
      rest: 'GET /api/admin/tokens',
      id: 'listAllTokens',
      auth: 'admin',
      item: tokenOfUser,
      list: (ctx) => tokens.listTokens(ctx, asAdmin),
      show: ({ username, displayName, isService: _is, ...one }) => ({
        ...one,
        user: { id: one.userId, username, displayName },
      }),
    }),
    act({
      says: 'Makes a token for a service account. The answer shows it this once. For administrators who have signed in.',
      rest: 'POST /api/admin/tokens',
      auth: 'admin',
      keyless: true,
      body: ofServiceSchema,
      run: (ctx, { body: { userId: of, ...body } }) => tokens.createToken(ctx, body, { userId: of }),
      status: 201,
      answer: newToken,
      refuses: [404, 409],
      send: ({ reply }, made) => reply.status(201).send(own(made)),
      mutation: {
        name: 'createServiceToken',
        input: 'The token to make for a service account.',
        payload: { token: () => Token, secret: { type: () => String, says: aboutNewToken } },
        node: (_ctx, made) => inGraphQL(made),
      },
    }),
    act({
      says: 'Revokes a token of any user: the next request by it is refused.',
      rest: 'DELETE /api/admin/tokens/:tokenId',
      id: 'revokeAnyToken',
      auth: 'admin',
      params: { tokenId },
      run: (ctx, input) => tokens.revokeToken(ctx, input.tokenId, asAdmin),
      answer: success,
      send: () => ({ success: true }),
    }),
  ],
}
