import { pino } from 'pino'
import { isAdminPasswordNew } from '../../db/seed.js'
import type { Config } from '../config.js'
import type { Database } from '../database/driver/client.js'
import { isCommonPassword } from '../accounts/common-passwords.js'
import { decryptSecret, type Encrypted, type KeyPlace } from '../accounts/key-cipher.js'
import { selectOddNames } from '../accounts/spelling.sql.js'
import { selectWebhookSecrets } from '../changes/webhooks/webhook.sql.js'
import { placeOf } from '../changes/webhooks/webhook.service.js'
import { selectLeftContent } from '../deletion/user-content.sql.js'
import { idMappingOf } from '../operations/server-config.service.js'
import { isVideo } from '../videos/storage/content-type.js'
import { selectMovedBoxes } from '../videos/files/probe.sql.js'
import { openFiles } from '../videos/storage/storage.js'
import type { Add } from './finding.js'

const quiet = pino({ level: 'silent' })

/** Reports an ADMIN_PASSWORD that is one of the most common passwords; reports nothing for a good password. */
export async function checkAdminPassword({ adminPassword }: Pick<Config, 'adminPassword'>, add: Add): Promise<void> {
  if (adminPassword && (await isCommonPassword(adminPassword)))
    add({ state: 'fault', text: 'ADMIN_PASSWORD is one of the most common passwords, which are guessed first' })
}

/**
 * Finds secrets that the encryption key does not decrypt (provider keys and secrets of webhooks), and a new
 * ADMIN_PASSWORD.
 */
export async function checkStoredKeys(
  db: Database,
  config: Pick<Config, 'encryption' | 'adminPassword'>,
  add: Add,
): Promise<void> {
  const isShut = (place: KeyPlace, stored: Encrypted) => decryptSecret(config.encryption, place, stored) === undefined
  const say = (what: string, shut: number, all: number) =>
    add(
      shut
        ? { state: 'fault', text: `${what}: ${shut} of ${all} cannot be decrypted with API_KEY_ENCRYPTION_KEY` }
        : { state: 'ok', text: `${what}: all ${all} stored ones can be decrypted` },
    )
  const keys = await db.selectFrom('apiKeys').selectAll().execute()
  say('provider keys', keys.filter((row) => isShut(row, row)).length, keys.length)
  const secrets = await selectWebhookSecrets(db)
  say('secrets of webhooks', secrets.filter((one) => isShut(placeOf(one.id), one)).length, secrets.length)
  if (await isAdminPasswordNew(db, config))
    add({
      state: 'note',
      text:
        'administrator: ADMIN_PASSWORD or API_KEY_ENCRYPTION_KEY is another one than at the last start, so the next ' +
        'start gives `admin` the value of ADMIN_PASSWORD as password and ends its sessions',
    })
}

/** Names the videos whose older boxes may lie beside the objects that they were drawn around. */
export async function checkMovedBoxes(db: Database, add: Add): Promise<void> {
  for (const { filename, before, now, annotations } of await selectMovedBoxes(db))
    add({
      state: 'note',
      text:
        `boxes: ${annotations} annotations of ${filename} were saved while its pictures were taken for ${before} pixels; ` +
        `they are displayed in ${now}. Look at those that detection or tracking made, and save them again`,
    })
}

/** Names the accounts whose names could be mistaken for the name of another account; their users sign in as before. */
export async function checkUserNames(db: Database, add: Add): Promise<void> {
  for (const { username, like } of await selectOddNames(db))
    add({
      state: 'note',
      text:
        `user names: ${inAscii(username)} ` +
        (like === null ? 'has characters that new names may not have' : `is a spelling of ${inAscii(like)}`),
    })
}

/** Counts the content of removed users that only an administrator can delete. */
export async function checkLeftContent(db: Database, add: Add): Promise<void> {
  for (const { kind, count, ids } of await selectLeftContent(db))
    add({
      state: 'note',
      text:
        `content: ${count} ${kind} row${count === 1 ? '' : 's'} of removed users, whose project is gone; an ` +
        `administrator can delete them: ${ids.join(', ')}${count > ids.length ? ', …' : ''}`,
    })
}

/**
 * Returns a text in quotes, with every character outside ASCII as its escape, so that look-alikes and invisible
 * characters show.
 */
const inAscii = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Counts the videos where the server looks for them: in the folder, in the bucket, or in both. */
export async function checkVideos({ files }: Pick<Config, 'files'>, add: Add): Promise<void> {
  const where = {
    local: 'STORAGE_PATH',
    objstore: `bucket ${files.objects?.bucket}`,
    hybrid: `bucket ${files.objects?.bucket} and STORAGE_PATH`,
  }[files.type]
  try {
    const found = (await openFiles(files).list()).filter(({ filename }) => isVideo(filename)).length
    add({ state: 'ok', text: `videos: ${found} in ${where}` })
  } catch (error) {
    add({
      state: 'fault',
      text: `videos: ${where} cannot be listed: ${error instanceof Error ? error.message : String(error)}`,
    })
  }
}

/** In offline mode, checks that the identifier mapping can be read. */
export async function checkKnowledgeBase(config: Config, add: Add): Promise<void> {
  if (config.kb.idMappingPath === null) return
  const mapping = await idMappingOf({ config, log: quiet })
  if (mapping) add({ state: 'ok', text: `KB_ID_MAPPING_PATH: ${Object.keys(mapping).length} identifiers` })
  else
    add({
      state: 'fault',
      text: `KB_ID_MAPPING_PATH: ${config.kb.idMappingPath} is no readable JSON object; clients get no mapping`,
    })
}

/**
 * Sends an empty list of spans, which is a valid request, to the trace collector. A collector that does not take it is
 * only a note, because the server works without a collector.
 */
export async function checkCollector({ telemetry: { endpoint } }: Pick<Config, 'telemetry'>, add: Add): Promise<void> {
  if (endpoint === null) return
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"resourceSpans":[]}',
    signal: AbortSignal.timeout(3000),
  }
  const status = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, init).then(
    (answer) => answer.status,
    () => 0,
  )
  if (status >= 200 && status < 300) add({ state: 'ok', text: `collector: ${endpoint} takes traces` })
  else
    add({
      state: 'note',
      text: `collector: ${endpoint} ${status ? `answers ${status}` : 'does not answer'}; an empty OTEL_EXPORTER_OTLP_ENDPOINT switches it off`,
    })
}
