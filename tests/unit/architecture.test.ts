import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The areas in the order of src/README.md: each may import only areas before it. */
const areas = [
  'access',
  'accounts',
  'jobs',
  'groups',
  'projects',
  'videos',
  'personas',
  'world',
  'annotations',
  'models',
  'summaries',
  'claims',
  'reviews',
  'agreement',
  'sharing',
  'exchange',
  'changes',
  'deletion',
  'operations',
]
const transports = ['acts', 'database', 'documents', 'graphql', 'http', 'queue', 'lib', 'commands', 'embedded']
/** The folders inside folders of the server. Roles and rules hold in them as above them. */
const inner = [
  'database/driver',
  'database/rows',
  'database/replicas',
  'database/launch',
  'database/migrate',
  'database/backup',
  'database/changes',
  'graphql/documents',
  'graphql/schema',
  'graphql/run',
  'graphql/operation',
  'graphql/transport',
  'lib/fairness',
  'videos/storage',
  'videos/files',
  'videos/assignments',
  'videos/rules',
  'personas/correspondences',
  'annotations/lists',
  'annotations/sequences',
  'annotations/detection',
  'annotations/tracks',
  'claims/lists',
  'claims/extraction',
  'claims/search',
  'claims/glosses',
  ...['agreement/claims', 'agreement/decisions', 'agreement/disagreements', 'agreement/figures'],
  ...['agreement/projects', 'agreement/threads'],
  ...['changes/audit', 'changes/feed', 'changes/history', 'changes/log', 'changes/notifications', 'changes/trash'],
  ...['changes/updates', 'changes/webhooks'],
  'exchange/export',
  'exchange/frozen',
  'exchange/export/formats',
  'exchange/import',
  'exchange/import/stage',
  'exchange/import/tools',
  'exchange/import/tools/cvat',
  'exchange/import/tools/mot',
  'exchange/import/plan',
  'exchange/import/apply',
  'exchange/import/report',
]
/** The packages beside the server; their files are named `<package>/<path below its src>` here. */
const packages = ['model-service', 'shared']
const roles = [
  'kinds',
  'shape',
  'acts',
  'plan',
  'type',
  'sql',
  'service',
  'resolver',
  'routes',
  'job',
  'answers',
] as const
type Role = (typeof roles)[number]

interface Import {
  /** The path below src (of a package beside it: after the name of that) for files of the project, else the package. */
  to: string
  own: boolean
  typeOnly: boolean
}
interface Source {
  path: string
  folder: string
  role: Role | null
  text: string
  imports: Import[]
}

const filesOf = (root: string, prefix: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: prefix + path, text: readFileSync(join(root, path), 'utf8') }))
const sources: Source[] = [
  ...filesOf('src', ''),
  ...packages.flatMap((name) => filesOf(`${name}/src`, `${name}/`)),
].map(({ path, text }) => {
  return {
    path,
    folder: path.includes('/') ? path.slice(0, path.indexOf('/')) : '',
    role: roleOf(path),
    text,
    imports: importsOf(path, text),
  }
})
const byPath = new Map(sources.map((source) => [source.path, source]))

function roleOf(path: string): Role | null {
  return roles.find((role) => path.endsWith(`.${role}.ts`)) ?? null
}

function importsOf(path: string, text: string): Import[] {
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:([^'"]*?)\sfrom\s+)?['"]([^'"]+)['"]/gm)]
  return found.map(([, type, names = '', to = '']) => {
    const [, ofPackage] = /^@parallax\/(.+)$/.exec(to) ?? []
    const own = to.startsWith('.') || ofPackage !== undefined
    const inside =
      names.trim().startsWith('{') &&
      names
        .replace(/[{}]/g, '')
        .split(',')
        .filter((name) => name.trim())
        .every((name) => /^\s*type\s/.test(name))
    return {
      to: own ? (ofPackage ?? normalize(join(dirname(path), to))).replace(/\.js$/, '.ts') : to,
      own,
      typeOnly: Boolean(type) || inside,
    }
  })
}

/** Returns every import in the sources `of` for which `wrong` is true, as `from -> to`. */
function violations(of: (source: Source) => boolean, wrong: (one: Import, source: Source) => boolean): string[] {
  return sources
    .filter(of)
    .flatMap((source) => source.imports.filter((one) => wrong(one, source)).map((one) => `${source.path} -> ${one.to}`))
}

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
const isPackage = (one: Import, ...names: string[]) =>
  !one.own && names.some((name) => one.to === name || one.to.startsWith(`${name}/`))
const either = (one: Role, other: Role) => (source: Source) => hasRole(one)(source) || hasRole(other)(source)
const hasRole = (role: Role) => (source: Source) => source.role === role && areas.includes(source.folder)

describe('the source tree', () => {
  it('has no folder that the README does not name', () => {
    const folders = new Set(sources.map(({ folder }) => folder).filter(Boolean))
    expect([...folders].filter((folder) => ![...areas, ...transports, ...packages].includes(folder))).toEqual([])
    const readme = readFileSync('src/README.md', 'utf8')
    expect(readme).toContain(areas.join(' < '))
    for (const folder of [...transports, ...packages])
      expect(new RegExp(`\`(\\.\\./)?${folder}/`).test(readme), `${folder} in src/README.md`).toBe(true)
    const below = new Set(sources.map(({ path }) => dirname(path)).filter((path) => path.includes('/')))
    expect([...below].filter((path) => !packages.includes(folderOf(path))).sort()).toEqual([...inner].sort())
    for (const path of inner)
      expect(new RegExp(`\`(\\w+/)?${basename(path)}/\``).test(readme), `${path} in src/README.md`).toBe(true)
  })

  it('imports areas in their order only', () => {
    const late = violations(
      ({ folder }) => areas.includes(folder),
      // An area starts work in a later area by the name of a job instead.
      (one, { folder }) => one.own && areas.indexOf(folderOf(one.to)) > areas.indexOf(folder),
    )
    expect(late).toEqual([])
  })

  it('mounts every door of every area, in the order of the areas', () => {
    const text = readFileSync('src/areas.ts', 'utf8')
    const mounted = [...text.matchAll(/import\('\.\/([^']+)\.js'\)/g)].map(([, path]) => `${path}.ts`)
    const doors = sources.filter(
      (source) =>
        hasRole('acts')(source) ||
        hasRole('routes')(source) ||
        hasRole('resolver')(source) ||
        hasRole('answers')(source) ||
        (hasRole('plan')(source) && /^export const \w+Plans\b/m.test(source.text)),
    )
    expect([...mounted].sort()).toEqual(doors.map(({ path }) => path).sort())
    const order = mounted.map((path) => areas.indexOf(folderOf(path)))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    const nameless = doors.filter(
      ({ text }) =>
        !/^export (const mount[A-Z]|const \w+(Acts|Plans|Answers)\b|const \w+Resolver\b|(abstract )?class \w+Resolver\b)/m.test(
          text,
        ),
    )
    expect(nameless.map(({ path }) => path)).toEqual([])
  })

  it('has no ring of imports, nor of types alone', () => {
    const rings: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) {
        rings.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
        return
      }
      if (done.has(path)) return
      for (const { to, own } of byPath.get(path)?.imports ?? []) if (own) visit(to, [...trail, path])
      done.add(path)
    }
    for (const { path } of sources) visit(path, [])
    expect(rings).toEqual([])
  })

  it('has files of at most 300 lines, unless the file says at its head why', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 301 && !/^\/(\*|\/)/.test(text))
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('reads the environment only where the configuration is made', () => {
    const allowed = /^(config[\w-]*\.ts|commands\/.*|embedded\/.*|model-service\/(config|command)\.ts)$/
    // Allowed: PATH, which finds programs, the environment that child processes inherit, and what is kept from them.
    const inherited = /process\.env\.PATH\b|Object\.(entries|keys)\(process\.env\)|delete process\.env\[name\]/g
    const readers = sources.filter(
      ({ path, text }) => /process\.env\b/.test(text.replace(inherited, '')) && !allowed.test(path),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
  })

  it('has no file that only hands on what others export', () => {
    const barrels = sources.filter(({ text }) => {
      const code = text
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split('\n')
        .filter((line) => line.trim() !== '')
      return code.length > 0 && code.every((line) => /^export .* from /.test(line))
    })
    expect(barrels.map(({ path }) => path)).toEqual([])
    expect(
      sources.filter(({ path }) => /(^|\/)(index|utils?|helpers?|common)\.ts$/.test(path)).map(({ path }) => path),
    ).toEqual([])
  })

  it('finds every file that is imported', () => {
    expect(
      violations(
        () => true,
        (one) => one.own && !one.to.startsWith('..') && !byPath.has(one.to) && !/\.(json|mjs)$/.test(one.to),
      ),
    ).toEqual([])
  })
})

describe('who may import whom', () => {
  it('lib: libraries, lib and the shared package', () => {
    expect(
      violations(
        ({ folder }) => folder === 'lib',
        (one) => one.own && !['lib', 'shared'].includes(folderOf(one.to)),
      ),
    ).toEqual([])
  })

  it('documents: libraries, documents, lib and the shared package', () => {
    const wrong = violations(
      ({ folder }) => folder === 'documents',
      (one) => one.own && !['documents', 'lib', 'shared'].includes(folderOf(one.to)),
    )
    expect(wrong).toEqual([])
  })

  it('kinds: what describes kinds, words and lib', () => {
    const allowed = ['database/rows/kind.ts', 'lib/constraints.ts', 'lib/errors.ts']
    expect(violations(hasRole('kinds'), (one) => !allowed.includes(one.to))).toEqual([])
  })

  it('kinds: all of them in one list', () => {
    const text = readFileSync('src/kinds.ts', 'utf8')
    const described = sources
      .filter(hasRole('kinds'))
      .flatMap(({ text }) => [...text.matchAll(/^export const (\w+Kind) =/gm)])
    expect(described.map(([, name]) => name!).filter((name) => !new RegExp(`[[ .]${name}[,\\]]`).test(text))).toEqual(
      [],
    )
    expect(described.length).toBeGreaterThan(0)
  })

  it('shapes: TypeBox, earlier shapes, words and lib', () => {
    const wrong = violations(hasRole('shape'), (one) => {
      if (one.typeOnly) return false
      if (!one.own) return !isPackage(one, '@sinclair/typebox')
      return (
        !['lib', 'shared'].includes(folderOf(one.to)) &&
        ['sql', 'service', 'acts', 'resolver', 'routes', 'type'].includes(roleOf(one.to) ?? '')
      )
    })
    expect(wrong).toEqual([])
  })

  it('types: never services, SQL or the database', () => {
    const wrong = violations(
      hasRole('type'),
      (one) =>
        !one.typeOnly &&
        (['service', 'sql', 'acts', 'routes', 'resolver'].includes(roleOf(one.to) ?? '') ||
          folderOf(one.to) === 'database'),
    )
    expect(wrong).toEqual([])
  })

  it("SQL: never services, types or another area's SQL", () => {
    const wrong = violations(hasRole('sql'), (one, { folder }) => {
      if (one.typeOnly) return false
      const role = roleOf(one.to)
      if (['service', 'type', 'acts', 'resolver', 'routes'].includes(role ?? '')) return true
      return role === 'sql' && folderOf(one.to) !== folder && folderOf(one.to) !== 'access'
    })
    expect(wrong).toEqual([])
  })

  it("services: no transport, no SQL in place, and no other area's SQL", () => {
    const writers = sources
      .filter((source) => hasRole('service')(source) && source.imports.some((one) => isPackage(one, 'kysely')))
      .map(({ path }) => path)
    expect(writers).toEqual([])
    const wrong = violations(hasRole('service'), (one, { folder }) => {
      if (isPackage(one, 'type-graphql', 'graphql', 'fastify', 'bullmq', '@apollo/server')) return true
      if (one.typeOnly || !one.own) return false
      const role = roleOf(one.to)
      if (['acts', 'resolver', 'routes', 'type'].includes(role ?? '')) return true
      return (
        ['http', 'graphql'].includes(folderOf(one.to)) ||
        (role === 'sql' && folderOf(one.to) !== folder && folderOf(one.to) !== 'access')
      )
    })
    expect(wrong).toEqual([])
  })

  it('acts and resolvers: never SQL or the database', () => {
    const wrong = violations(
      either('acts', 'resolver'),
      (one) =>
        !one.typeOnly &&
        (roleOf(one.to) === 'sql' ||
          (folderOf(one.to) === 'database' && one.to !== 'database/rows/record-schema.ts') ||
          isPackage(one, 'fastify', 'kysely')),
    )
    expect(wrong).toEqual([])
  })

  it('routes: never SQL, the database or GraphQL', () => {
    const wrong = violations(
      hasRole('routes'),
      (one) =>
        !one.typeOnly &&
        (['sql', 'resolver', 'type'].includes(roleOf(one.to) ?? '') ||
          folderOf(one.to) === 'database' ||
          isPackage(one, 'type-graphql')),
    )
    expect(wrong).toEqual([])
  })

  it('the places of video files: nothing else of videos', () => {
    const wrong = violations(
      ({ path }) => path.startsWith('videos/storage/'),
      (one) => one.own && folderOf(one.to) === 'videos' && !one.to.startsWith('videos/storage/'),
    )
    expect(wrong).toEqual([])
  })

  it('transports: no area but access/, whose rules are below all others', () => {
    const wrong = violations(
      ({ folder }) => ['acts', 'http', 'graphql', 'queue', 'database'].includes(folder),
      (one) => one.own && areas.includes(folderOf(one.to)) && folderOf(one.to) !== 'access',
    )
    expect(wrong).toEqual([])
  })

  it('areas: of graphql/ only its top; the folders of graphql/: those before them', () => {
    const order = ['documents', '.', 'schema', 'run', 'operation', 'transport'].map((path) => join('graphql', path))
    const late = violations(
      ({ folder }) => folder === 'graphql',
      (one, { path }) => one.own && order.indexOf(dirname(one.to)) > order.indexOf(dirname(path)),
    )
    const inside = violations(
      ({ folder }) => areas.includes(folder),
      (one) => one.own && folderOf(one.to) === 'graphql' && dirname(one.to) !== 'graphql',
    )
    expect([...late, ...inside]).toEqual([])
  })

  it('an area writes its own tables only', () => {
    const tables: Record<string, string[]> = {
      access: ['role_permissions', 'access_versions'],
      accounts: ['users', 'sessions', 'login_attempts', 'api_keys', 'api_tokens', 'settings'],
      groups: ['user_groups', 'group_memberships'],
      projects: ['projects', 'project_memberships', 'project_invitations'],
      videos: [
        ...['videos', 'video_frame_times', 'project_video_assignments', 'video_assignment_rules', 'detection_terms'],
        'presence',
      ],
      personas: ['personas', 'ontologies', 'ontology_types', 'type_correspondences'],
      world: ['world_states', 'world_objects'],
      annotations: ['annotations', 'sequence_parts', 'track_numbers'],
      jobs: ['jobs'],
      summaries: ['video_summaries'],
      claims: ['claims', 'claim_relations'],
      agreement: ['agreement_decisions', 'project_agreements'],
      sharing: ['resource_shares'],
      exchange: ['import_history', 'frozen_exports'],
      changes: ['changes', 'webhooks', 'webhook_deliveries', 'notifications_seen'],
      operations: ['schedules'],
      http: ['idempotency_keys', 'rate_limits'],
      graphql: ['persisted_documents'],
      database: ['schema_migrations'],
    }
    const all = [...readFileSync('db/schema.md', 'utf8').matchAll(/^## (\w+)/gm)].map(([, name]) => name)
    expect(Object.values(tables).flat().sort()).toEqual(all.sort())
    const foreign = sources
      .filter(({ path }) => !/^(commands|embedded|model-service|shared|database)\//.test(path))
      .flatMap(({ path, folder, text }) => {
        const written = [
          ...text.matchAll(/\b(?:insert into|delete from|(?<!\b(?:do|for|key) )update)\s+([a-z_]+)\b/g),
          ...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\('(\w+)/g),
        ].map(([, name = '']) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
        return [...new Set(written)]
          .filter((name) => all.includes(name) && !tables[folder]?.includes(name))
          .map((name) => `${path} writes ${name}`)
      })
    // Exceptions, each for the number of statements. An import writes a hundred thousand rows in one transaction;
    // through the services it would need one statement per row. Removing a type from every document that mentions it,
    // and handing over the content of a deleted user (in the order of locks), take one statement per table.
    // What was deleted comes back from the log as it was, which no service writes.
    const exceptions =
      /^(exchange\/import\/apply\/|deletion\/(type-write|user-hand-over)\.sql\.ts|changes\/trash\/trash-restore\.sql\.ts)/
    expect(foreign.filter((one) => !exceptions.test(one))).toEqual([])
    expect(foreign.length).toBeGreaterThan(0)
  })

  it('the model service: itself and the shared package, which imports nothing of the others', () => {
    const wrong = [
      ...violations(
        ({ folder }) => folder === 'model-service',
        (one) => one.own && !packages.includes(folderOf(one.to)),
      ),
      ...violations(
        ({ folder }) => folder === 'shared',
        (one) => one.own && folderOf(one.to) !== 'shared',
      ),
    ]
    expect(wrong).toEqual([])
  })

  it('the server: of the model service only what embedded/ loads where it is installed, and the generated guide', () => {
    const importers = sources.filter(
      ({ folder, text }) => folder !== 'model-service' && text.includes("'@parallax/model-service/"),
    )
    expect(importers.map(({ path }) => path).sort()).toEqual(['commands/generate.ts', 'embedded/baseline.ts'])
  })

  it('nobody but access/ decides by who owns a row or by the grants of projects', () => {
    const rule =
      /\b(created_by|created_by_user_id|owner_user_id|user_id)\s*(=|<>|is not distinct from)\s*\$\{|'(\w+\.)?(createdBy|createdByUserId|ownerUserId|userId)',\s*'(=|<>)'|\bprojectsWith(Own)?\b/
    /** Files that may compare owners, as their statements are about one user's rows and decide no access. */
    const ofTheUserAlone: [RegExp, string][] = [
      [/^accounts\//, 'sessions and API keys of an account'],
      [/^(groups|projects)\/(group|project)\.sql\.ts$/, "a user's membership, the subject of the statement"],
      [/^projects\/invitation\.sql\.ts$/, 'who is invited, the subject of the statement'],
      [/^http\/idempotency\.sql\.ts$/, "a user's own keys"],
      [/^jobs\/job(-list)?\.sql\.ts$/, 'the list of jobs that one asked for (J-06)'],
      [/^exchange\/export\/content\.sql\.ts$/, 'what own rows rest on goes with them, as far as it may be read (X-01)'],
      [/^exchange\/export\/export-rows\.sql\.ts$/, "an export of one's own rows, whatever else may be read (X-01)"],
      [/^exchange\/frozen\/frozen-export\.sql\.ts$/, 'the frozen exports that one ordered'],
      [/^agreement\/projects\/project-agreement\.sql\.ts$/, 'the agreements that one measured'],
      [/^exchange\/import\/plan\/personas\.sql\.ts$/, 'own personas with the ids of lines, and ids of others (I-11)'],
      [/^exchange\/import\/plan\/correspondences\.sql\.ts$/, 'own rows with the ids of lines, and ids of others'],
      [/^exchange\/import\/plan\/annotations\.sql\.ts$/, 'own annotations that lines meet, and ids of others (I-25)'],
      [/^exchange\/import\/plan\/claims\.sql\.ts$/, 'own rows with the ids of lines, and ids of others'],
      [/^exchange\/import\/plan\/repeat-kinds\.sql\.ts$/, 'own rows that say the same as a line'],
      [/^exchange\/import\/plan\/holds\.sql\.ts$/, 'a lock on the personal world, which lines are written into'],
      [/^exchange\/import\/apply\/content\.sql\.ts$/, 'ontologies for the personas that the import has made'],
      [/^deletion\/user-content\.sql\.ts$/, 'counts for administrators of what an account has (U-07)'],
      [/^deletion\/user-hand-over\.sql\.ts$/, 'what an account has passes to another or is deleted (U-07)'],
      [/^personas\/persona-set\.sql\.ts$/, "the set of one's own personas that PUT /api/ontology replaces (O-06)"],
      [/^world\/ontology-data\.sql\.ts$/, 'the same set, read (O-01)'],
      [/^world\/world\.sql\.ts$/, 'a world is found by its user and project, its key'],
      [/^annotations\/annotation\.sql\.ts$/, "the owner's annotations go with a persona, those of others stay (RF-03)"],
      [/^world\/named-things\.ts$/, 'in whose worlds the key of a reference is looked up'],
      [/^videos\/presence\.sql\.ts$/, "the pages of a user, and the pages of others who share the video's projects"],
      [/^annotations\/lists\/annotation-target\.sql\.ts$/, 'labels by the owner of a world name what is in it'],
      [
        /^changes\/notifications\/notification\.sql\.ts$/,
        "what was done to what is one's own, and up to where one has seen it",
      ],
    ]
    const deciding = sources
      .filter(({ folder, text }) => folder !== 'access' && rule.test(text))
      .map(({ path }) => path)
    expect(deciding.filter((path) => !ofTheUserAlone.some(([files]) => files.test(path)))).toEqual([])
    const unneeded = ofTheUserAlone.filter(([files]) => !deciding.some((path) => files.test(path)))
    expect(unneeded.map(([, reason]) => reason)).toEqual([])
  })

  it('nothing but commands imports the composition root', () => {
    const roots = ['app.ts', 'api.ts', 'areas.ts', 'main.ts', 'job-types.ts', 'schedules.ts']
    const wrong = violations(
      ({ path, folder }) => folder !== 'commands' && !roots.includes(path),
      (one) => one.own && roots.includes(one.to),
    )
    expect(wrong).toEqual([])
  })
})
