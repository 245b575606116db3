import pg from 'pg'

/**
 * Opens a transaction beside the server that has already got its number. Without `insert`, it stands for any writer of
 * the cluster, in whatever database.
 */
export async function openTransaction(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return {
    /** Inserts a persona; returns its ID. */
    async insert(userId: string, projectId: string | null = null): Promise<string> {
      const { rows } = await client.query<{ id: string }>(
        `insert into personas (id, user_id, project_id, name, role, information_need)
         values (gen_random_uuid(), $1, $2, 'Late', 'Scout', 'Who?') returning id`,
        [userId, projectId],
      )
      return rows[0]!.id
    },
    async commit(): Promise<void> {
      await client.query('commit')
      await client.end()
    },
  }
}
