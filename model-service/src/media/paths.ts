import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Problem } from '../problem.js'

const videoExtensions = ['', '.mp4', '.webm', '.mov', '.mkv', '.ogg', '.avi']

/**
 * Returns the real path of a file inside one of the roots; relative paths start at the first root. Throws 400 if the
 * file lies outside or its symbolic links lead outside, and 404 if it does not exist.
 */
export async function fileInside(roots: string[], path: string, what: string): Promise<string> {
  if (path.includes('\0')) throw new Problem(400, `${what} must not contain NUL characters`)
  const wanted = resolve(roots[0] ?? '/', path)
  const realRoots = await Promise.all(roots.map(realOrSame))
  const outside = new Problem(400, `${what} lies outside the allowed folders`)
  if (![...roots, ...realRoots].some((root) => contains(root, wanted))) throw outside
  const real = await realpath(wanted).catch((error: NodeJS.ErrnoException) => {
    throw pathProblem(error, what)
  })
  if (!realRoots.some((root) => contains(root, real))) throw outside
  if (!(await stat(real)).isFile()) throw new Problem(400, `${what} is not a file`)
  return real
}

/**
 * Returns the file of a request's video: `videoPath` if set, else the file `<videoId>` or `<videoId>.<extension>` in
 * the root. Throws 404 if the file does not exist.
 */
export async function videoFile(root: string, videoPath: string | undefined, videoId: string): Promise<string> {
  if (videoPath) return fileInside([root], videoPath, 'video_path')
  for (const extension of videoExtensions) {
    try {
      return await fileInside([root], videoId + extension, 'video_id')
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error
    }
  }
  throw new Problem(404, 'Video not found')
}

function contains(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

async function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}

function pathProblem(error: NodeJS.ErrnoException, what: string): Problem {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return new Problem(404, `${what}: no such file`)
  return new Problem(400, `${what} cannot be read (${error.code ?? 'unknown reason'})`)
}
