import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Person, TestApi } from '../support/api.js'
import { makeVideo } from '../support/workspace.js'

/** Uploads lines, or the text of a file, as a multipart form. */
export async function upload(
  who: Person,
  path: string,
  lines: readonly unknown[] | string | Blob,
  options?: unknown,
): Promise<Answer<any>> {
  const form = new FormData()
  const text =
    typeof lines === 'string' || lines instanceof Blob
      ? lines
      : lines.map((line) => JSON.stringify(line) + '\n').join('')
  form.append('file', text instanceof Blob ? text : new Blob([text]), 'lines.jsonl')
  if (options !== undefined) form.append('options', JSON.stringify(options))
  const response = await who.request(path, { method: 'POST', body: form })
  const answer = await response.text()
  return { status: response.status, headers: response.headers, text: answer, body: JSON.parse(answer) }
}

export const importLines = (who: Person, lines: readonly unknown[] | string | Blob, options?: unknown) =>
  upload(who, '/api/import', lines, options)
export const previewLines = (who: Person, lines: readonly unknown[] | string | Blob, options?: unknown) =>
  upload(who, '/api/import/preview', lines, options)

/** Sends a GraphQL operation with an upload as variable `file`; `lines` null leaves the file part out of the form. */
export async function withFile(
  who: Person,
  query: string,
  lines: readonly unknown[] | string | null,
  options?: unknown,
): Promise<any> {
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { file: null, options } }))
  form.append('map', JSON.stringify({ 0: ['variables.file'] }))
  if (lines !== null) {
    const text = typeof lines === 'string' ? lines : lines.map((one) => JSON.stringify(one) + '\n').join('')
    form.append('0', new Blob([text]), 'graph.jsonl')
  }
  const response = await who.request('/graphql', {
    method: 'POST',
    body: form,
    headers: { 'apollo-require-preflight': 'true' },
  })
  return response.json()
}

export async function exportText(who: Person, path = '/api/export/all'): Promise<string> {
  const response = await who.request(path)
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}

export async function exportLines(who: Person, path = '/api/export/all'): Promise<any[]> {
  return (await exportText(who, path))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Returns the text of the data set that bench/generate.mjs generates with these arguments. */
export function generated(...args: string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'parallax-data-')), 'data.jsonl')
  execFileSync(process.execPath, ['bench/generate.mjs', '--out', file, ...args])
  return readFileSync(file, 'utf8')
}

/** Sends a GET request on a new connection; resolves at the first byte of the response. `leave` hangs up at once. */
export function begin(url: string, who: Person): Promise<{ status: number; leave(): void }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { cookie: who.cookie }, agent: false }, (response) => {
      response.on('error', () => undefined)
      response.once('readable', () =>
        resolve({ status: response.statusCode ?? 0, leave: () => void request.destroy() }),
      )
    })
    request.on('error', reject)
  })
}

/**
 * Makes a video of which the model service would have read 250 frames of 640x360 at 25 a second, the first at 0; `more`
 * are other columns.
 */
export async function readVideo(api: TestApi, more: Record<string, unknown> = {}): Promise<string> {
  const id = await makeVideo(api)
  await api.app.services.db
    .updateTable('videos')
    .set({ fileVersion: '1', probedVersion: '1', probedAt: new Date(0), sha256: '0'.repeat(64), codec: 'vp9' })
    .set({ rotation: 0, width: 640, height: 360, frameCount: 250, probedDuration: 10, isVariableRate: false })
    .set({ rateNumerator: 25, rateDenominator: 1, tickNumerator: 1, tickDenominator: 12_800, firstTick: 0 })
    .where('id', '=', id)
    .execute()
  if (Object.keys(more).length) await api.app.services.db.updateTable('videos').set(more).where('id', '=', id).execute()
  return id
}
