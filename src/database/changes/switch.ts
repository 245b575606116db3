import { onConnection } from '../driver/on-connection.js'
import { logBegins } from './position.js'
import { inShortTransaction, withPatience, type OnProgress } from '../migrate/patience.js'

/**
 * Switches the log of changes on or off by enabling or disabling the triggers of every logged table; skips tables that
 * are already in this state. Locks each table briefly.
 */
export function switchChangeLog(url: string, on: boolean, onProgress: OnProgress = () => undefined): Promise<void> {
  return onConnection({ connectionString: url, application_name: 'parallax changes' }, async (client) => {
    const { rows } = await client.query<{ table: string; triggers: string[] }>(
      `select tgrelid::regclass::text as table, array_agg(tgname::text) as triggers from pg_trigger
        where tgname ~ '_logged_(insert|update|delete)$' and not tgisinternal and (tgenabled = 'D') = $1
          and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        group by 1 order by 1`,
      [on],
    )
    for (const { table, triggers } of rows)
      await withPatience(table, onProgress, () =>
        inShortTransaction(client, async () => {
          for (const trigger of triggers)
            await client.query(`alter table ${table} ${on ? 'enable' : 'disable'} trigger ${trigger}`)
        }),
      )
    if (!on || rows.length === 0) return
    // The log lacks the changes that were made while it was off.
    const now = await client.query<{ tx: string }>(
      'select (change_base() + pg_current_xact_id()::text::bigint)::text as tx',
    )
    await client.query(logBegins(now.rows[0]!.tx))
  })
}
