import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import {
  NamelessAccount,
  packageBinaries,
  programPath,
  readBinaries,
  type Account,
  type PostgresBinaries,
} from './postgres-binaries.js'

/** The folder to which programs may be copied, and the account that runs them. */
interface Place {
  home: string
  account: Account | undefined
}

const oldestMajor = 14
const ofThePackage = 'package'

/** Folders with one folder for each version: of Debian, Red Hat (PGDG), Homebrew on Apple and on Intel processors. */
const versionFolders: [string, RegExp][] = [
  ['/usr/lib/postgresql', /^\d+$/],
  ['/usr', /^pgsql-\d+$/],
  ['/opt/homebrew/opt', /^postgresql@\d+$/],
  ['/usr/local/opt', /^postgresql@\d+$/],
]

/**
 * Chooses the server programs. An existing data folder can be opened only by the major version that created it. A new
 * one is created by the programs that PARALLAX_POSTGRES_BIN names (`preferred`), else by the first on PATH, the newest
 * in the usual folders, or the npm package. Throws an error that names what is missing.
 */
export async function findBinaries(
  place: Place,
  preferred: string | undefined,
  major: number | undefined,
): Promise<PostgresBinaries> {
  const named = preferred?.trim() ? await namedBinaries(place, preferred.trim()) : undefined
  const fits = (binaries: PostgresBinaries) => major === undefined || binaries.major === major
  if (named !== undefined && fits(named)) return named
  const onMachine = await installedBinaries(place.account)
  const installed = onMachine.find(fits)
  if (installed !== undefined) return installed
  if (major === undefined) return packageBinaries(place.home, place.account)
  const packaged = await packageBinaries(place.home, place.account).catch((error: unknown) => {
    if (error instanceof NamelessAccount) throw error
    return undefined
  })
  if (packaged !== undefined && fits(packaged)) return packaged
  const others = [named, ...onMachine, packaged].filter((binaries) => binaries !== undefined)
  throw new Error(
    `The database in ${join(place.home, 'postgres')} was made by PostgreSQL ${major}, which is not here` +
      ` (found: ${others.map(({ version, origin }) => `${version} ${origin}`).join(', ') || 'none'}). ` +
      `Install PostgreSQL ${major} or name the folder of its programs in PARALLAX_POSTGRES_BIN; or export with the ` +
      'former version and import into an empty data folder, or set DATABASE_URL.',
  )
}

async function namedBinaries({ home, account }: Place, preferred: string): Promise<PostgresBinaries> {
  if (preferred === ofThePackage) return packageBinaries(home, account)
  const binaries = await readBinaries(preferred, account)
  if (binaries !== undefined && binaries.major >= oldestMajor) return binaries
  throw new Error(
    `PARALLAX_POSTGRES_BIN is ${preferred}: that must be a folder with initdb, postgres and pg_ctl of PostgreSQL ` +
      `${oldestMajor} or newer, with the extension pg_trgm, that the account of the server can run; or \`${ofThePackage}\`.`,
  )
}

/**
 * Returns the installed programs that are new enough: those on PATH in its order, then those in the usual folders,
 * newest first.
 */
export async function installedBinaries(
  account: Account | undefined,
  path: string = process.env.PATH ?? '',
  root = '/',
): Promise<PostgresBinaries[]> {
  const onPath = path.split(delimiter).filter(Boolean).flatMap(realFolder)
  const groups: PostgresBinaries[][] = []
  for (const folders of [onPath, usualFolders(root)]) {
    const read = await Promise.all([...new Set(folders)].map((folder) => readBinaries(folder, account)))
    groups.push(read.filter((made) => made !== undefined && made.major >= oldestMajor) as PostgresBinaries[])
  }
  const [first = [], usual = []] = groups
  const folders = new Set(first.map(({ bin }) => bin))
  return [...first, ...usual.filter(({ bin }) => !folders.has(bin)).sort(newestFirst)]
}

/**
 * Returns the real folder of the `postgres` in a folder of PATH, which may be a link, since its other programs need not
 * be on PATH; empty if the folder has none.
 */
function realFolder(folder: string): string[] {
  try {
    return [dirname(realpathSync(programPath(folder, 'postgres')))]
  } catch {
    // Most folders of a PATH hold no postgres.
    return []
  }
}

function usualFolders(root: string): string[] {
  const ofVersions = versionFolders.flatMap(([parent, name]) =>
    namesIn(join(root, parent))
      .filter((version) => name.test(version))
      .map((version) => join(root, parent, version, 'bin')),
  )
  return [...ofVersions, join(root, 'usr/bin')].flatMap(realFolder)
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

function newestFirst(a: PostgresBinaries, b: PostgresBinaries): number {
  return b.version.localeCompare(a.version, 'en', { numeric: true })
}
