import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followRound } from '../../bench/follow-round.mjs'
import { seeded } from '../../bench/ledger.mjs'
import { startApi, type TestApi } from '../support/api.js'
import { settled } from '../support/settled.js'
import { made, makeVideo } from '../support/workspace.js'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await startApi()
  folder = mkdtempSync(join(tmpdir(), 'parallax-followed-'))
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

describe('parallax follow', () => {
  it('has the export, byte for byte, after kills at any moment while others write and rights change', async () => {
    const admin = await api.admin()
    const { id } = await made(admin.get('/api/user/profile'))
    const people = {
      admin: { id, cookie: admin.cookie },
      owner: await api.person(),
      member: await api.person(),
      guest: await api.person(),
    }
    const videoId = await makeVideo(api)
    const { url } = api
    const quiet = () => settled(api)
    const round = { url, people, videoId, folder, ms: 20_000, random: seeded(7), quiet }
    const { wrong, ...counts } = await followRound(round)
    expect(wrong).toEqual([])
    expect(counts.acts).toBeGreaterThan(100)
    expect(counts.kills).toBeGreaterThan(5)
    expect(counts.compared + counts.removed).toBe(5)
    expect(counts.lines).toBeGreaterThan(20)
  }, 120_000)
})
