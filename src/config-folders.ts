import { accessSync, constants, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, type Environment } from '@parallax/shared/config-reader.js'
import { isErrno } from '@parallax/shared/errno.js'
import type { Config } from './config.js'
import { rows } from './config-variables.js'

/** Folders of the operating system, which root can nevertheless write. */
const ofSystem = /^\/((usr(?!\/local\/)|etc|s?bin|lib\w*|boot|proc|sys|dev(?!\/shm\b))(\/|$)|$)/
const ofTheSystem = 'which belongs to the operating system'

/**
 * Checks the folders in variables: the folder of the videos must exist, and it must be possible to create and write the
 * others. Throws one ConfigError with all faults. Skips a folder that is not used or has its default, and one for which
 * `isUsed` returns false because this process does not use it.
 */
export function checkFolders(
  env: Environment,
  { files }: Config,
  isUsed: (name: string) => boolean = () => true,
): void {
  const unused = {
    STORAGE_PATH: files.type === 'objstore',
    THUMBNAIL_PATH: files.thumbnails.type !== 'local',
    EXPORT_PATH: files.exports.type !== 'local',
  }
  const faults = Object.entries(rows).flatMap(([name, row]) => {
    const text = env[name]?.trim()
    if (!('folder' in row) || !text || !isUsed(name) || unused[name as keyof typeof unused]) return []
    const fault = faultOf(resolve(text), name !== 'STORAGE_PATH')
    return fault === undefined ? [] : [`${name} is ${JSON.stringify(text)}, ${fault}`]
  })
  if (faults.length) throw new ConfigError(faults)
}

function faultOf(path: string, isWritten: boolean): string | undefined {
  try {
    if (ofSystem.test(path)) return ofTheSystem
    if (isWritten) makeFolder(path)
    if (!statSync(path).isDirectory()) return 'which is no folder'
    if (ofSystem.test(realpathSync(path))) return ofTheSystem
    if (isWritten) probe(path)
    else accessSync(path, constants.R_OK | constants.X_OK)
    return undefined
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 'which does not exist'
    if (isErrno(error, 'ENOTDIR', 'EEXIST')) return 'which is no folder'
    return `which cannot be ${isWritten ? 'written' : 'read'} (${error instanceof Error ? error.message : String(error)})`
  }
}

/** Writes and removes a file, because permissions alone do not show that a file system is read-only or full. */
function probe(folder: string): void {
  const path = join(folder, `.parallax-${process.pid}`)
  writeFileSync(path, '')
  rmSync(path)
}

/**
 * Creates a folder and its parents one by one: Node's own recursive mkdir never returns if a parent does not accept
 * folders, as below /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isErrno(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error
  }
}
