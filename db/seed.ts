import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { hashPassword } from '../src/accounts/password.js'
import { fillSpellings } from '../src/accounts/spelling.sql.js'
import type { Config } from '../src/config.js'
import type { DB } from '../src/database/schema.js'
import { systemPersonaId } from '../src/personas/system-persona.js'
import { newId } from '../src/lib/uuid.js'

const contentTypes = ['annotation', 'summary', 'claim', 'persona', 'world_state']
const reviewed = ['annotation', 'summary', 'claim']
const ownerActions = ['create', 'read', 'update', 'delete', 'share', 'export']

type Grant = [scope: string, role: string, resourceTypes: string[], actions: string[], ownOnly?: boolean]

/**
 * The 137 default rows of the permission table: those of section 1.10 of the decisions, and `review` for owners and
 * managers, so that a team needs no administrator to review its work. Migration 0352 adds these to tables that are
 * still the default.
 */
const defaults: Grant[] = [
  ['project', 'project_owner', contentTypes, ownerActions],
  ['project', 'project_owner', reviewed, ['review']],
  ['project', 'project_owner', ['project'], ['read', 'update', 'delete', 'manage_members']],
  ['project', 'project_owner', ['video'], ['read', 'assign']],
  ['project', 'project_manager', contentTypes, ownerActions],
  ['project', 'project_manager', reviewed, ['review']],
  ['project', 'project_manager', ['project'], ['read', 'update', 'manage_members']],
  ['project', 'project_manager', ['video'], ['read', 'assign']],
  ['project', 'annotator', contentTypes, ['create', 'update', 'delete', 'share', 'export'], true],
  ['project', 'annotator', contentTypes, ['read']],
  ['project', 'annotator', ['video', 'project'], ['read']],
  ['project', 'reviewer', [...contentTypes, 'video', 'project'], ['read']],
  ['project', 'reviewer', reviewed, ['review']],
  ['project', 'reviewer', ['summary'], ['export']],
  ['project', 'viewer', [...contentTypes, 'video', 'project'], ['read']],
  ['group', 'group_owner', ['group'], ['read', 'update', 'delete', 'manage_members']],
  ['group', 'group_owner', ['project'], ['create']],
  ['group', 'group_admin', ['group'], ['read', 'update', 'manage_members']],
  ['group', 'group_admin', ['project'], ['create']],
  ['group', 'group_member', ['group'], ['read']],
]

export function defaultPermissions() {
  return defaults.flatMap(([scope, role, types, actions, ownOnly = false]) =>
    types.flatMap((resourceType) => actions.map((action) => ({ scope, role, resourceType, action, ownOnly }))),
  )
}

/** Administrator or default user, permission table, system persona. Idempotent; existing rows are never overwritten. */
export async function seed(db: Kysely<DB>, config: Config): Promise<void> {
  const ownerId =
    config.serviceMode === 'single-user' ? await seedDefaultUser(db, config) : await seedAdministrator(db, config)
  await fillSpellings(db)
  await seedPermissions(db)
  await seedSystemPersona(db, ownerId)
}

/** Only once, so that a row an administrator removed does not come back with the next start. */
async function seedPermissions(db: Kysely<DB>): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name: 'default-permissions', value: JSON.stringify({ version: 1 }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  const rows = defaultPermissions().map((row) => ({ id: newId(), ...row }))
  await db
    .insertInto('rolePermissions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedDefaultUser(db: Kysely<DB>, config: Config): Promise<string> {
  const username = config.defaultUsername
  await db
    .insertInto('users')
    .values({ id: newId(), username, displayName: 'Default User', email: null, passwordHash: null })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute()
  if (config.adminPassword) await seedAdministrator(db, config)
  return idOf(db, username)
}

/**
 * AM-05: ADMIN_PASSWORD is applied when the account is made and again only when its value changed since, so that a
 * restart, with another encryption key too, neither undoes an own password change nor ends sessions.
 */
async function seedAdministrator(db: Kysely<DB>, config: Config): Promise<string> {
  const password = config.adminPassword ?? ''
  const { key, previousKey } = config.encryption
  const fingerprint = fingerprintOf(password, key)
  const known = await appliedFingerprint(db)
  const admin = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst()
  if (admin && known === fingerprint) return admin.id
  if (admin && previousKey && known === fingerprintOf(password, previousKey)) {
    // The key was changed, not the password.
    await noteApplied(db, fingerprint)
    return admin.id
  }
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const email = await tx
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', 'admin@example.com')
      .executeTakeFirst()
    await tx
      .insertInto('users')
      .values({
        id: newId(),
        username: 'admin',
        email: email ? null : 'admin@example.com',
        displayName: 'Administrator',
        systemRole: 'system_admin',
        passwordHash,
      })
      .onConflict((conflict) => conflict.column('username').doUpdateSet({ passwordHash, updatedAt: new Date() }))
      .execute()
    if (admin) await tx.deleteFrom('sessions').where('userId', '=', admin.id).execute()
    await noteApplied(tx, fingerprint)
  })
  return idOf(db, 'admin')
}

const fingerprintOf = (password: string, key: string) => createHash('sha256').update(`${key}/${password}`).digest('hex')

async function appliedFingerprint(db: Kysely<DB>): Promise<string | undefined> {
  const applied = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'admin-password')
    .executeTakeFirst()
  return (applied?.value as { fingerprint?: string } | undefined)?.fingerprint
}

/** Whether the next start would set the password of the administrator anew. */
export async function isAdminPasswordNew(
  db: Kysely<DB>,
  { adminPassword, encryption }: Pick<Config, 'adminPassword' | 'encryption'>,
): Promise<boolean> {
  const known = await appliedFingerprint(db)
  if (!adminPassword || known === undefined) return false
  const keys = [encryption.key, encryption.previousKey].filter((key) => key !== null)
  return !keys.some((key) => fingerprintOf(adminPassword, key) === known)
}

async function noteApplied(db: Kysely<DB>, fingerprint: string): Promise<void> {
  const value = JSON.stringify({ fingerprint })
  await db
    .insertInto('settings')
    .values({ name: 'admin-password', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt: new Date() }))
    .execute()
}

async function idOf(db: Kysely<DB>, username: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
}

async function seedSystemPersona(db: Kysely<DB>, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('personas')
      .values({
        id: systemPersonaId,
        userId,
        name: 'Automated',
        role: 'Analyst',
        isSystemGenerated: true,
        informationNeed: 'What happens in the video, who takes part, where and when.',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await tx
      .insertInto('ontologies')
      .values({ id: newId(), personaId: systemPersonaId })
      .onConflict((conflict) => conflict.column('personaId').doNothing())
      .execute()
  })
}
