import { baseline, notInstalled } from '../embedded/baseline.js'

/** The command `model-service`: runs the baseline model service until it is told to stop. Returns the exit code. */
export async function modelService(): Promise<number> {
  const service = await baseline()
  if (service) return service.run()
  process.stderr.write(`${notInstalled}\n`)
  return 1
}
