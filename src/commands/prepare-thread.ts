import { readConfig } from '../config.js'
import { prepareDatabase } from './migrate.js'

await prepareDatabase(readConfig(process.env))
