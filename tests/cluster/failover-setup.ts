import type { TestProject } from 'vitest/node'
import globalSetup from '../support/global-setup.js'
import { startPrimary } from './replica.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Process id of the primary, which the suite kills. */
    primaryPid?: number
  }
}

export default async function failoverSetup(project: TestProject): Promise<() => Promise<void>> {
  const primary = await startPrimary()
  process.env['TEST_DATABASE_URL'] = primary.url
  project.provide('primaryPid', primary.pid)
  const end = await globalSetup(project)
  return async () => {
    await end()
    await primary.stop()
  }
}
