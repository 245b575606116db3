import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named } from '../http/answers.js'
import { below } from '../http/created.js'
import { pageShape } from '../http/page-answer.js'
import { says } from '../lib/described.js'
import { partsOfQuery } from '../lib/page-query.js'
import * as accounts from './admin-user.service.js'
import { findUserByName } from './find-user.service.js'
import { pageOfPeople } from './people.service.js'
import { updateProfile } from './profile.service.js'
import * as users from './user.service.js'
import {
  createServiceAccountSchema,
  createUserSchema,
  peopleQuery,
  foundUser,
  profileSchema,
  updateUserSchema,
  userParams,
  userRecord,
  usersQuery,
} from './user.shape.js'
import { aboutCounts, Account } from './user.type.js'

const shapes = answerShapes(userRecord)
const account = named('AdminUser', Type.Object(shapes))
const count = (of: keyof typeof aboutCounts) => says(aboutCounts[of], Type.Integer())
const counts = { personas: count('personas'), sessions: count('sessions'), apiKeys: count('apiKeys') }
const listed = named(
  'ListedUser',
  Type.Object({
    ...shapes,
    _count: says('The three counts together.', Type.Object(counts)),
    personaCount: counts.personas,
    sessionCount: counts.sessions,
    apiKeyCount: counts.apiKeys,
  }),
)

export const profileActs: Acts = {
  tag: 'Authentication',
  acts: [
    act({
      says: 'Returns the profile of the caller.',
      rest: 'GET /api/user/profile',
      id: 'getProfile',
      run: (ctx) => users.getAccount(ctx),
      answer: account,
    }),
    act({
      says: "Changes the caller's own account.",
      rest: 'PUT /api/user/profile',
      body: profileSchema,
      run: (ctx, { body }) => updateProfile(ctx, body),
      answer: account,
      refuses: [409],
      mutation: {
        name: 'updateProfile',
        input: "Changes to the caller's own account; absent fields stay as they are.",
        payload: { account: () => Account },
      },
    }),
  ],
}

const auth = 'admin'

export const userActs: Acts = {
  tag: 'Users',
  acts: [
    listAct({
      says: 'Lists all accounts with counts of what they have.',
      rest: 'GET /api/admin/users',
      id: 'listUsers',
      auth,
      item: listed,
      list: (ctx) => accounts.listUsers(ctx),
      show: ({ counts: { personas, sessions, apiKeys }, ...user }) => ({
        ...user,
        _count: { personas, sessions, apiKeys },
        personaCount: personas,
        sessionCount: sessions,
        apiKeyCount: apiKeys,
      }),
    }),
    act({
      says: 'Creates an account. For administrators only.',
      rest: 'POST /api/admin/users',
      auth,
      body: createUserSchema,
      run: (ctx, { body }) => accounts.createUser(ctx, body),
      status: 201,
      located: below('/api/admin/users'),
      answer: account,
      mutation: { name: 'createUser', input: 'The account to create.', payload: { account: () => Account } },
    }),
    act({
      says:
        'Creates a service account: the account of a program, which has no password and acts by tokens alone. For ' +
        'administrators only.',
      rest: 'POST /api/admin/service-accounts',
      auth,
      body: createServiceAccountSchema,
      run: (ctx, { body }) => accounts.createServiceAccount(ctx, body),
      status: 201,
      located: below('/api/admin/users'),
      answer: account,
      mutation: {
        name: 'createServiceAccount',
        input: 'The service account to create.',
        payload: { account: () => Account },
      },
    }),
    act({
      says: 'Returns an account.',
      rest: 'GET /api/admin/users/:userId',
      id: 'getUser',
      auth,
      params: userParams.properties,
      run: (ctx, { userId }) => accounts.getUser(ctx, userId),
      answer: account,
    }),
    act({
      says: 'Changes an account. For administrators only.',
      rest: 'PUT /api/admin/users/:userId',
      auth,
      params: userParams.properties,
      body: updateUserSchema,
      run: (ctx, { userId, body }) => accounts.updateUser(ctx, userId, body),
      answer: account,
      refuses: [409],
      mutation: {
        name: 'updateUser',
        input: 'Changes to an account; absent fields stay as they are.',
        id: 'userId',
        payload: { account: () => Account },
      },
    }),
    act({
      says: 'Lists the people with whom the caller shares a group or a project.',
      rest: 'GET /api/people',
      id: 'listPeople',
      listedBy: 'users',
      query: peopleQuery,
      run: async (ctx, { query }) => {
        const { filter, page, totalCount } = partsOfQuery(query)
        const { nodes, pageInfo, countAll } = await pageOfPeople(ctx, page, filter.search)
        return { people: nodes, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('people', foundUser),
    }),
    act({
      says: 'Finds a user by the whole user name.',
      rest: 'GET /api/users',
      id: 'findUser',
      query: usersQuery,
      run: (ctx, { query }) => findUserByName(ctx, query.username),
      answer: Type.Array(foundUser),
      send: (_to, user) => (user ? [user] : []),
    }),
  ],
}
