import { accessSync, chmodSync, constants, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { Problem } from '../problem.js'

export type Program = 'ffmpeg' | 'ffprobe'

const require = createRequire(import.meta.url)
const found = new Map<Program, string>()

/**
 * Returns the path of ffmpeg or ffprobe: the program on PATH, or else that of the installer package. Throws 503 if
 * neither exists.
 */
export function programPath(program: Program): string {
  const path = found.get(program) ?? onPath(program) ?? fromPackage(program)
  if (!path) throw new Problem(503, `${program} is not installed: put it on PATH or install the optional dependencies`)
  found.set(program, path)
  return path
}

function onPath(program: Program): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program + suffix))
    .find(isExecutable)
}

function fromPackage(program: Program): string | undefined {
  try {
    const { path } = require(`@${program}-installer/${program}`) as { path: string }
    // The packages of some platforms lack the execute bit, and install scripts may be disabled.
    if (!isExecutable(path)) chmodSync(path, 0o755)
    return path
  } catch {
    return undefined
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
