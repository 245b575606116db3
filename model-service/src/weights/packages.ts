import { Problem } from '../problem.js'

/**
 * The path of a file of a package (its entry point where no file is named). Throws 503 with what to install where the
 * package is missing.
 */
export function needPackage(require: NodeJS.Require, name: string, file = ''): string {
  try {
    return require.resolve(file ? `${name}/${file}` : name)
  } catch {
    throw new Problem(503, `The package ${name} is not installed: run npm ci`)
  }
}
