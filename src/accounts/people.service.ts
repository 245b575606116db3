import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { knownTo } from '../access/place-rules.js'
import type { Context } from '../context.js'
import { listPage, type ListPage, type PageArguments } from '../lib/page.js'
import type { PublicUser } from './find-user.service.js'
import { countPeople, selectPeople } from './user.sql.js'

/**
 * Returns one page, by user name, of the people with whom the actor shares a group or a project and whose user name or
 * display name contains the text.
 */
export async function pageOfPeople(
  ctx: Context,
  args: PageArguments,
  search: string | undefined,
): Promise<ListPage<PublicUser>> {
  const visible = among(knownTo(await abilitiesOf(ctx), 'u'))
  return listPage(args, {
    name: 'people',
    filter: search ? { search } : {},
    kinds: ['text', 'uuid'],
    keyOf: ({ username, id }) => [username, id],
    select: (page) => selectPeople(ctx.db, visible, search, page),
    count: () => countPeople(ctx.db, visible, search),
  })
}
