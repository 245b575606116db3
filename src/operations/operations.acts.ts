import { act, type Acts } from '../acts/act.js'
import { serverConfig } from './operations.shape.js'
import { getServerConfig } from './server-config.service.js'

export const operationsActs: Acts = {
  tag: 'Operations',
  acts: [
    act({
      says: 'Returns the settings that a front end needs.',
      rest: 'GET /api/config',
      id: 'getServerConfig',
      auth: 'public',
      run: (ctx) => getServerConfig(ctx),
      answer: serverConfig,
    }),
  ],
}
