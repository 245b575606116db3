// Whether what was built is older than its sources. Apart from build.mjs, because every start asks, and few build.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Each folder of sources, and where it is compiled to. */
export const outputs = {
  src: 'dist/src',
  db: 'dist/db',
  'model-service/src': 'model-service/dist',
  'shared/src': 'shared/dist',
}

/** Returns every file below a folder, as paths relative to the project root. */
export function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
}

/** Returns true when what was built is missing or older than any source file. */
export function isStale() {
  if (Object.values(outputs).some((folder) => !existsSync(join(root, folder)))) return true
  const builtAt = statSync(join(root, 'dist/.built'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = [...Object.keys(outputs), 'web'].flatMap(filesBelow)
  return [...sources, 'openapi.json'].some((file) => statSync(join(root, file)).mtimeMs > builtAt)
}
