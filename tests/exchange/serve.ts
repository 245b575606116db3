import { pino } from 'pino'
import { createApi } from '../../src/api.js'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'

// Runs the API in a process of its own, so that a test can kill it.
const config = readConfig(process.env)
const server = await createApi(createApp(config, pino({ level: 'silent' })))
await server.listen({ host: '127.0.0.1', port: config.port })
process.stdout.write('ready\n')
