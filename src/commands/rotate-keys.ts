import { rotateKeys as rotate } from '../accounts/key-rotation.service.js'
import { rotateWebhookKeys } from '../changes/webhooks/webhook-keys.service.js'
import { createApp } from '../app.js'
import { installationEnvironment } from './database.js'
import { setUp, waitForDatabase } from './process.js'
import { failure } from './remote.js'

/**
 * The command `rotate-keys`: re-encrypts stored provider keys and secrets of webhooks after API_KEY_ENCRYPTION_KEY was
 * replaced and the old key given as API_KEY_ENCRYPTION_KEY_PREVIOUS. Returns 1 when a key or secret could not be read.
 */
export async function rotateKeys(): Promise<number> {
  const installation = await installationEnvironment(process.env).catch((error: unknown) => failure(error, false))
  if (typeof installation === 'number') return installation
  const { env, release } = installation
  try {
    const ready = setUp(env)
    if (!ready || !(await waitForDatabase(ready.config.database.url, ready.log))) return 1
    const app = createApp(ready.config, ready.log)
    try {
      const { rotated, unreadable } = await rotate(app.context())
      const hooks = await rotateWebhookKeys(app.context())
      ready.log.info({ rotated, unreadable }, `${rotated} API keys re-encrypted, ${unreadable.length} unreadable`)
      ready.log.info(hooks, `${hooks.rotated} secrets of webhooks re-encrypted, ${hooks.unreadable.length} unreadable`)
      return unreadable.length + hooks.unreadable.length ? 1 : 0
    } finally {
      await app.close()
    }
  } finally {
    await release()
  }
}
