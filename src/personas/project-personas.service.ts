import { among } from '../access/measure.js'
import { abilitiesOf } from '../access/abilities.js'
import { personaOfProject } from '../access/rules.js'
import type { Context } from '../context.js'
import { newestFirst, type ListOf } from '../lib/page.js'
import { normalUuid } from '../lib/uuid.js'
import { requireProject } from '../projects/project.service.js'
import { countPersonas, selectPersonas, type PersonaRow } from './persona.sql.js'

const everything = { includeHidden: true }

/**
 * Returns the list of listProjectPersonas. Throws FORBIDDEN for users without a role in the project.
 */
export async function listPersonasOfProject(ctx: Context, projectId: string): Promise<ListOf<PersonaRow>> {
  await requireProject(ctx, projectId, 'read')
  return listProjectPersonas(ctx, projectId)
}

/**
 * Returns the list of the personas of a project that the actor may read, newest first, hidden ones only to their owners
 * (PR-14); does not check access to the project itself.
 */
export async function listProjectPersonas(ctx: Context, projectId: string): Promise<ListOf<PersonaRow>> {
  const access = among(personaOfProject(await abilitiesOf(ctx), projectId, 'p'))
  return {
    name: 'projectPersonas',
    filter: { projectId: normalUuid(projectId) },
    ...newestFirst,
    select: (page) => selectPersonas(ctx.db, access, everything, page),
    count: () => countPersonas(ctx.db, access, everything),
  }
}
