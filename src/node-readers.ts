import type { Context } from './context.js'
import { AppError } from './lib/errors.js'

/** An object that was found by its id; access is not checked yet. */
export interface Located {
  id: string
  type: string
  /** The id of the parent through which it is read; null for other types. */
  parent: string | null
}

type Row = { id: string }
export type ByIds = (ctx: Context, ids: readonly string[]) => Promise<readonly (Row | undefined)[]>
/** Reads the rows of located objects, as far as the actor may read them, in any order. */
type Read = (ctx: Context, found: readonly Located[]) => Promise<readonly (Row | undefined)[]>

const readers = new Map<string, Read>()
const readersByIds = new Map<string, ByIds>()

/**
 * Registers the function by which `node` reads objects of a GraphQL type. Each resolver of a type with its own ids
 * calls this.
 */
export const readsNode = (type: string, read: Read): void => void readers.set(type, read)

/**
 * Registers the function by which `node`, and other code that finds objects by their ids alone, reads a GraphQL type.
 */
export function readsNodeById(type: string, byIds: ByIds): void {
  readersByIds.set(type, byIds)
  readsNode(type, (ctx, found) =>
    byIds(
      ctx,
      found.map(({ id }) => id),
    ),
  )
}

export const nodeReader = (type: string): Read | undefined => readers.get(type)
export const nodeReaderByIds = (type: string): ByIds | undefined => readersByIds.get(type)

/**
 * Returns a reader of objects through their parents, such as members through their group; `readable` returns those
 * parents that the actor may read.
 */
export function throughParents<P>(
  read: (ctx: Context, parents: readonly string[]) => Promise<readonly P[]>,
  items: (of: P) => readonly (Row | undefined)[],
  readable?: ByIds,
): Read {
  return async (ctx, found) => {
    const named = [...new Set(found.flatMap(({ parent }) => parent ?? []))]
    const parents = readable ? (await readable(ctx, named)).flatMap((row) => row?.id ?? []) : named
    return parents.length ? (await read(ctx, parents)).flatMap(items) : []
  }
}

/**
 * Returns a reader of objects one by one, for types that are rarely requested; undefined for an object that the actor
 * may not read.
 */
export const oneByOne =
  (read: (ctx: Context, id: string) => Promise<Row>): Read =>
  (ctx, found) =>
    Promise.all(found.map(({ id }) => unlessRefused(undefined, () => read(ctx, id))))

/**
 * Returns the result of `read`, or `otherwise` when it is refused with NOT_FOUND, FORBIDDEN or UNAUTHENTICATED: an
 * object that the actor may not read looks as if it did not exist.
 */
export async function unlessRefused<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED'].includes(error.code))
      return otherwise
    throw error
  }
}
