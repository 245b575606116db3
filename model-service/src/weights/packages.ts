import { Problem } from '../problem.js'

/**
 * Returns the path of a file of a package (its entry point without a file name). Throws 503 with what to install if the
 * package is missing.
 */
export function needPackage(require: NodeJS.Require, name: string, file = ''): string {
  try {
    return require.resolve(file ? `${name}/${file}` : name)
  } catch {
    throw new Problem(503, `The package ${name} is not installed: run npm ci`)
  }
}
