import { modelService } from './command.js'

process.exitCode = await modelService()
