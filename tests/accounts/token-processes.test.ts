import { afterAll, beforeAll, expect, it } from 'vitest'
import { personAt, type Person } from '../support/api.js'
import { startProcesses, type Processes } from '../support/processes.js'
import { made } from '../support/workspace.js'

let processes: Processes
beforeAll(async () => {
  processes = await startProcesses(3)
}, 120_000)
afterAll(() => processes?.stop())

const everywhere = (who: string): Person[] => processes.urls.map((url) => personAt(url, who, '', ''))

it('a token is known to three processes at once, and refused by the next request of each when it is revoked', async () => {
  const admins = everywhere(processes.adminCookie)
  expect(admins).toHaveLength(3)
  for (let round = 0; round < 6; round++) {
    const [maker, revoker] = [admins[round % 3]!, admins[(round + 1) % 3]!]
    const { id, token } = await made(maker.post('/api/tokens', { name: 'Robot', scopes: ['read'] }))
    const robots = everywhere(`Bearer ${token}`)
    const ask = () => Promise.all(robots.map(async (one) => (await one.get('/api/personas')).status))
    expect(await ask()).toEqual([200, 200, 200])
    await made(revoker.delete(`/api/tokens/${id}`))
    expect(await ask()).toEqual([401, 401, 401])
  }
})
