import { Problem } from '../problem.js'

/** Where a file of an optional package lies; 503 that says what to install where it is missing. */
export function needPackage(require: NodeJS.Require, name: string, file = ''): string {
  try {
    return require.resolve(file ? `${name}/${file}` : name)
  } catch {
    throw new Problem(503, `The package ${name} is not installed: run npm install with optional dependencies`)
  }
}
