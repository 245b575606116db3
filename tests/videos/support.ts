import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Person, TestApi } from '../support/api.js'

export const sample = 'tests/fixtures/videos/dust-storm.webm'

/** Returns the folder of the videos, which it creates when missing. */
export function videoFolder(api: TestApi): string {
  const folder = join(api.folder, 'videos')
  mkdirSync(folder, { recursive: true })
  return folder
}

export function addSample(api: TestApi, name = 'dust-storm.webm', sidecar?: string | object): void {
  const folder = videoFolder(api)
  copyFileSync(sample, join(folder, name))
  if (sidecar !== undefined) {
    const text = typeof sidecar === 'string' ? sidecar : JSON.stringify(sidecar)
    writeFileSync(join(folder, name.replace(/\.[^.]+$/, '.info.json')), text)
  }
}

/** Makes a project with these members (user id to role) directly in the database; returns its id. */
export async function makeProject(
  api: TestApi,
  ownerId: string,
  members: Record<string, string> = {},
): Promise<string> {
  const { newId } = await import('../../src/lib/uuid.js')
  const { db } = api.app.services
  const id = newId()
  await db
    .insertInto('projects')
    .values({ id, name: 'P', slug: `p-${id}`, ownerUserId: ownerId, createdBy: ownerId })
    .execute()
  for (const [userId, role] of Object.entries({ [ownerId]: 'project_owner', ...members })) {
    await db.insertInto('projectMemberships').values({ id: newId(), userId, projectId: id, role }).execute()
  }
  return id
}

/** Uploads a video as a multipart form, as a browser would. */
export async function sendVideo(person: Person, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer<any>> {
  const body = new FormData()
  body.append('file', new Blob([bytes]), name)
  const response = await person.request('/api/videos/upload', { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}
