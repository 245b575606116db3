import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../src/database/launch/postmaster.js'
import type { Part } from './part.js'
import { configOf, expectToGoOn, password, sleep, startRedis } from './redis.js'

const cli = (...args: string[]) =>
  execFileSync('redis-cli', args, { encoding: 'utf8', env: { ...process.env, REDISCLI_AUTH: password } })

describe('queue and limits in a Redis Cluster of three primaries and three replicas', () => {
  const nodes: Part[] = []
  beforeAll(async () => {
    for (let i = 0; i < 6; i++)
      nodes.push(
        await startRedis('cluster-enabled yes', 'cluster-node-timeout 1500', `cluster-port ${await freePort()}`),
      )
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`)
    cli('--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes')
    const state = () => nodes.map(({ port }) => cli('-p', String(port), 'cluster', 'info').includes('cluster_state:ok'))
    await vi.waitFor(() => expect(state()).not.toContain(false), { timeout: 20_000, interval: 200 })
    // Give the replicas time to synchronise before one of them has to take over.
    await sleep(2000)
  })
  afterAll(async () => {
    for (const one of nodes) await one.stop()
  })

  it('go on with the replica when the primary that holds the entries is killed', async () => {
    const port = String(nodes[0]!.port)
    const slot = Number(cli('-p', port, 'cluster', 'keyslot', '{parallax}'))
    const lines = cli('-p', port, 'cluster', 'nodes').split('\n')
    const holder = lines.find((line) =>
      [...line.matchAll(/ (\d+)-(\d+)/g)].some(([, from, to]) => Number(from) <= slot && slot <= Number(to)),
    )
    const held = nodes.find((one) => holder?.includes(`127.0.0.1:${one.port}@`))
    expect(holder).toContain('master')
    // The configuration names only one other node; the client learns of the rest from it.
    const known = nodes.find((one) => one !== held)
    await expectToGoOn(configOf({ REDIS_CLUSTER_NODES: `127.0.0.1:${known?.port}` }), () =>
      process.kill(held?.pid ?? 0, 'SIGKILL'),
    )
  }, 120_000)
})
