import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from './support.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const alike = (body: object) => service.post<any>('/api/sentences/alike', body)

it('lists pairs of close texts of two sides with their similarity, and the least that counts', async () => {
  const first = { texts: ['Two men carry a ladder across the road', 'It rains'] }
  const second = { texts: ['The mayor opens the market', 'A ladder is carried over the street by two men', 'It rains'] }
  const { status, body } = await alike({ first, second })
  expect(status).toBe(200)
  expect(body).toMatchObject({ threshold: 0.7, model_used: expect.any(String) })
  expect(body.pairs.map(([a, b]: number[]) => [a, b]).sort()).toEqual([
    [0, 1],
    [1, 2],
  ])
  for (const [, , similarity] of body.pairs) expect(similarity).toBeGreaterThanOrEqual(0.7)
  expect(body.pairs.find(([a]: number[]) => a === 1)[2]).toBe(1)
})

it('lists for each text the closest of its own group, however many of other groups are closer', async () => {
  const numbered = Array.from({ length: 600 }, (_, at) => `Car number ${at + 2} passes the gate`)
  const second = { texts: [...numbered, 'A car goes past the gate'], groups: [...numbered.map((_, at) => at + 1), 0] }
  const { body } = await alike({ first: { texts: ['Car number 1 passes the gate'], groups: [0] }, second })
  const own = body.pairs.filter(([, b]: number[]) => b === numbered.length)
  expect(own).toHaveLength(1)
  // Each of the others lists the only text of the first side, which is of another group than they are.
  expect(body.pairs.length).toBeGreaterThan(500)
}, 60_000)

it('refuses groups that are not one for each text, and sides without texts', async () => {
  const side = { texts: ['It rains'] }
  expect(await alike({ first: { ...side, groups: [1, 2] }, second: side })).toMatchObject({
    status: 400,
    body: { detail: 'There must be a group for each text' },
  })
  expect((await alike({ first: { texts: [] }, second: side })).status).toBe(422)
})
