import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks } from '../../src/changes/webhooks/webhook-sender.service.js'
import { startReceiver, type Receiver } from '../changes/receiver.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made, unique } from '../support/workspace.js'
import { startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let desk: OpenDesk
let stop: DeskSuite<unknown>['stop'] | undefined
let sender: { stop(): Promise<void> } | undefined
let receiver: Receiver
let projectId: string

describe.skipIf(leftOut(noBrowser, 'webhooks in a browser'))('webhooks of a project at the desk', () => {
  beforeAll(async () => {
    ;({ api, ann, desk, stop } = await startDesk(() => startApi({ WEBHOOK_ALLOW_PRIVATE: 'true' })))
    receiver = await startReceiver()
    sender = startWebhooks(api.app.services, { everyMs: 20 })
    projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  })
  afterAll(async () => {
    await sender?.stop()
    await receiver?.close()
    await stop?.()
  })

  const choose = async (page: Page, option: string) => {
    await page.getByRole('textbox', { name: 'Kinds' }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('are added, tell of changes, list their messages, send one again, and are deleted', async () => {
    const { page } = desk
    await page.goto(`${api.url}/projects/${projectId}?tab=settings`)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Add a webhook' })
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    await choose(page, 'Persona')
    await form.getByRole('textbox', { name: 'Address' }).click()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    expect(await desk.barriers()).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    const secret = page.getByRole('dialog', { name: 'Secret of the webhook' })
    await secret.getByText(/^whsec_/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await secret.getByRole('button', { name: 'Close' }).click()

    const persona = { name: 'Pilot', role: 'Pilot', informationNeed: 'Who leaves?', projectId }
    const { id } = await made(ann.post('/api/personas', persona))
    await expect.poll(() => receiver.changes().map(({ kind, thing }) => [kind, thing])).toEqual([['persona', id]])

    const table = page.getByRole('table', { name: 'Webhooks' })
    await table.getByText('Works').waitFor()
    await page.getByRole('button', { name: `Messages to ${receiver.url}` }).click()
    const messages = page.getByRole('dialog', { name: `Messages to ${receiver.url}` })
    await messages.getByText('Delivered').waitFor()
    expect(await desk.barriers()).toEqual([])
    const before = receiver.messages.length
    await messages.getByRole('button', { name: /^Send again the message of/ }).click()
    await expect.poll(() => receiver.messages.length).toBe(before + 1)
    await messages.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('switch', { name: `${receiver.url} is active` }).click({ force: true })
    const isActive = async () => (await made(ann.get(`/api/webhooks?projectId=${projectId}`))).webhooks[0].isActive
    await expect.poll(isActive).toBe(false)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    )
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: `Delete the webhook ${receiver.url}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(async () => (await made(ann.get('/api/webhooks'))).webhooks).toEqual([])
    expect(desk.faults).toEqual([])
  })
})
