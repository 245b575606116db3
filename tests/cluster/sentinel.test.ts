import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Part } from './part.js'
import { configOf, expectToGoOn, sleep, startRedis, startSentinel } from './redis.js'

describe('queue and limits in a Redis that three sentinels watch', () => {
  const parts: Part[] = []
  let primary: Part
  let sentinels: Part[]
  beforeAll(async () => {
    primary = await startRedis()
    parts.push(await startRedis(`replicaof 127.0.0.1 ${primary.port}`))
    sentinels = [await startSentinel(primary), await startSentinel(primary), await startSentinel(primary)]
    parts.push(...sentinels)
    // Give the sentinels time to discover each other and the replica.
    await sleep(3000)
  })
  afterAll(async () => {
    for (const one of [...parts, primary]) await one.stop()
  })

  it('go on with the replica when the primary is killed', () =>
    expectToGoOn(
      configOf({
        REDIS_SENTINELS: sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
        REDIS_SENTINEL_NAME: 'parallax',
      }),
      () => process.kill(primary.pid, 'SIGKILL'),
    ))
})
