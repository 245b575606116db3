import { among } from '../access/measure.js'
import { abilitiesOf } from '../access/abilities.js'
import { personaOfProject } from '../access/rules.js'
import type { Context } from '../context.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { requireProject } from '../projects/project.service.js'
import { countPersonas, selectPersonaPage, selectPersonas, type PersonaRow } from './persona.sql.js'

const everything = { includeHidden: true }

/**
 * Returns the personas of a project that the actor may read, newest first, hidden ones only to their owners (PR-14).
 * Throws FORBIDDEN for users without a role in the project.
 */
export async function listProjectPersonas(ctx: Context, projectId: string): Promise<PersonaRow[]> {
  await requireProject(ctx, projectId, 'read')
  return selectPersonas(ctx.db, await conditionOf(ctx, projectId), everything)
}

/**
 * Returns one page of the personas of a project; unlike listProjectPersonas, does not check access to the project
 * itself.
 */
export async function pageOfProjectPersonas(
  ctx: Context,
  args: PageArguments,
  projectId: string,
): Promise<ListPage<PersonaRow>> {
  const access = await conditionOf(ctx, projectId)
  return listPage(args, {
    name: 'projectPersonas',
    filter: { projectId },
    ...newestFirst,
    select: (page) => selectPersonaPage(ctx.db, access, everything, page),
    count: () => countPersonas(ctx.db, access, everything),
  })
}

async function conditionOf(ctx: Context, projectId: string) {
  return among(personaOfProject(await abilitiesOf(ctx), projectId, 'p'))
}
