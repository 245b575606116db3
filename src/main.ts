import 'reflect-metadata'

/** The command line. Each command is loaded only when it is called, so that every process starts fast. */
const commands: Record<string, { about: string; run: () => Promise<(args: string[]) => Promise<number>> }> = {
  up: {
    about: 'everything on this machine: database, API, worker, model service',
    run: async () => (await import('./commands/up.js')).up,
  },
  serve: { about: 'the API alone', run: async () => (await import('./commands/serve.js')).serve },
  worker: { about: 'a worker alone', run: async () => (await import('./commands/worker.js')).worker },
  'model-service': {
    about: 'the baseline model service alone',
    run: async () => (await import('./commands/model-service.js')).modelService,
  },
  migrate: {
    about: 'bring the database to the newest schema',
    run: async () => (await import('./commands/migrate.js')).migrateCommand,
  },
  seed: {
    about: 'administrator, default permissions, system persona',
    run: async () => (await import('./commands/migrate.js')).seedCommand,
  },
  backup: {
    about: 'save the whole database in one file: backup --out FILE',
    run: async () => (await import('./commands/backup.js')).backup,
  },
  restore: {
    about: 'put a backup into an empty database: restore FILE',
    run: async () => (await import('./commands/restore.js')).restore,
  },
  'rotate-keys': {
    about: 're-encrypt stored API keys after a change of API_KEY_ENCRYPTION_KEY',
    run: async () => (await import('./commands/rotate-keys.js')).rotateKeys,
  },
  export: {
    about: 'download what a user owns as JSON Lines',
    run: async () => (await import('./commands/export.js')).exportCommand,
  },
  follow: {
    about: 'keep a copy of an export up to date: follow FOLDER',
    run: async () => (await import('./commands/follow.js')).followCommand,
  },
  import: { about: 'upload JSON Lines', run: async () => (await import('./commands/import.js')).importCommand },
  people: {
    about: 'list the people one works with: people [TEXT]',
    run: async () => (await import('./commands/people.js')).people,
  },
  doctor: {
    about: 'check configuration, connections and invariants',
    run: async () => (await import('./commands/doctor.js')).doctor,
  },
  documents: {
    about: 'register GraphQL documents: documents push MANIFEST.json',
    run: async () => (await import('./commands/documents.js')).documents,
  },
  generate: {
    about: 'write the generated files; with --check only compare them',
    run: async () => (await import('./commands/generate.js')).generate,
  },
}

/**
 * Commands that run until they are stopped. `up`, which starts the first three, watches npm itself, so it is not
 * listed.
 */
const lasting = ['serve', 'worker', 'model-service', 'follow']

const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (command) {
  if (lasting.includes(name)) (await import('./embedded/parent.js')).endWithNpm()
  const run = await command.run()
  process.exitCode = await run(args)
} else {
  const lines = Object.entries(commands).map(([word, { about }]) => `  parallax ${word.padEnd(14)} ${about}`)
  process.stdout.write(`Usage:\n${lines.join('\n')}\n`)
  process.exitCode = ['help', '--help', '-h'].includes(name) ? 0 : 2
}
