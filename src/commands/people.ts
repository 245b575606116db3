import type { IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { CommandError, failure, messageOf, openRemote, remoteUsage, sendPatiently, textOf } from './remote.js'

const usage = `Usage: parallax people [TEXT] [options]
  Lists the people with whom the user shares a group or a project, a user name and a display name a line; with TEXT
  those in whose user name or display name it occurs.
${remoteUsage}`

interface People {
  people: { username: string; displayName: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** The command `people`: prints the users that the user may find. Returns the exit code. */
export async function people(args: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { url: { type: 'string' }, user: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
    if (values.help || positionals.length > 1) {
      process[values.help ? 'stdout' : 'stderr'].write(usage)
      return values.help ? 0 : 2
    }
    const remote = await openRemote(values, process.env)
    for (let after: string | null = null; ;) {
      const query = new URLSearchParams({ first: '100' })
      if (positionals[0]) query.set('search', positionals[0])
      if (after) query.set('after', after)
      const response: IncomingMessage = await sendPatiently(remote, 'GET', `/api/people?${query.toString()}`)
      const text = await textOf(response)
      if (response.statusCode !== 200) throw new CommandError(messageOf(text))
      const { people: found, pageInfo } = JSON.parse(text) as People
      process.stdout.write(found.map(({ username, displayName }) => `${username}\t${displayName}\n`).join(''))
      if (!pageInfo.hasNextPage) return 0
      after = pageInfo.endCursor
    }
  } catch (error) {
    return failure(error, false)
  }
}
