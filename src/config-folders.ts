import { accessSync, constants, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError, type Environment } from '@parallax/shared/config-reader.js'
import { isErrno } from '@parallax/shared/errno.js'
import type { Config } from './config.js'
import { rows } from './config-variables.js'

/** Folders that belong to the operating system, into which root can write all the same. */
const ofSystem = /^\/((usr(?!\/local\/)|etc|s?bin|lib\w*|boot|proc|sys|dev(?!\/shm\b))(\/|$)|$)/
const ofTheSystem = 'which belongs to the operating system'

/**
 * Looks at the folders that variables name: the one of the videos has to be there, and the others can be made and
 * written. Throws one ConfigError with all faults. A folder that is not used, or has its default, is not looked at;
 * nor is one that `isUsed` says is none of this process.
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
    const given = env[name]?.trim()
    if (!('folder' in row) || !given || !isUsed(name) || unused[name as keyof typeof unused]) return []
    const fault = faultOf(resolve(given), name !== 'STORAGE_PATH')
    return fault === undefined ? [] : [`${name} is ${JSON.stringify(given)}, ${fault}`]
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

/** Writes and removes a file: permissions alone do not say that a file system is read-only or full. */
function probe(folder: string): void {
  const path = join(folder, `.parallax-${process.pid}`)
  writeFileSync(path, '')
  rmSync(path)
}

/**
 * Creates a folder and its parents one by one: Node's own recursive mkdir never returns where a parent takes no
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
