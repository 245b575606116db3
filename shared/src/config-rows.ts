import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Reader } from './config-reader.js'

/** The documentation of a variable, shown in the operator's guide and by the command `doctor`. */
export interface Documented {
  /**
   * The meaning of an unset variable under `serve` and `worker`. Under `up` (`npm start`) an unset variable may mean a
   * component that is started for it (CF-13).
   */
  default: string
  meaning: string
  secret?: boolean
}

/** A documented variable with its name. */
export interface Variable extends Documented {
  name: string
}

/** The definition of one variable: everything except its name, which is the key of its row. */
export interface Row<T = unknown, Path extends string = string> extends Documented {
  /** Whether its value names a folder that this process writes into. */
  folder?: true
  /** The dotted path of its value in the configuration; '' if config.ts derives something else from it. */
  path: Path
  read(reader: Reader, name: string): T
}

/** Returns the rows in the form in which the guide prints them. */
export function documented(rows: Rows): Variable[] {
  return Object.entries(rows).map(([name, { default: byDefault, meaning, secret: isSecret }]) => ({
    name,
    default: byDefault,
    meaning,
    ...(isSecret && { secret: true }),
  }))
}

/** Defines a variable that is read by the given function. */
export function row<T, const Path extends string>(
  path: Path,
  byDefault: string,
  meaning: string,
  read: (reader: Reader, name: string) => T,
): Row<T, Path> {
  return { path, default: byDefault, meaning, read }
}

/** Marks a variable as secret: its value is never shown. */
export function secret<R extends Row>(of: R): R {
  return { ...of, secret: true }
}

export const required = <const P extends string>(path: P, meaning: string) =>
  row(path, 'required', meaning, (reader, name) => reader.required(name))

export const text = <const P extends string>(path: P, byDefault: string, meaning: string) =>
  row(path, byDefault, meaning, (reader, name) => reader.text(name, byDefault))

/** Defines a text; null if the variable is unset or empty. */
export const optional = <const P extends string>(path: P, meaning: string) =>
  row(path, 'unset', meaning, (reader, name) => reader.text(name) || null)

/** Defines a text that only config.ts interprets, even if it is absent; '' if unset. */
export const rawText = (byDefault: string, meaning: string) =>
  row('', byDefault, meaning, (reader, name) => reader.text(name))

export const oneOf = <const P extends string, const T extends string>(
  path: P,
  values: readonly T[],
  byDefault: NoInfer<T>,
  meaning: string,
) => row(path, byDefault, meaning, (reader, name) => reader.oneOf(name, values, byDefault))

export const boolean = <const P extends string>(path: P, byDefault: boolean, meaning: string) =>
  row(path, String(byDefault), meaning, (reader, name) => reader.boolean(name, byDefault))

export const positive = <const P extends string>(path: P, byDefault: number, meaning: string) =>
  row(path, String(byDefault), meaning, (reader, name) => reader.positive(name, byDefault))

/**
 * Defines a positive integer whose default is the number of cores minus one (for PostgreSQL and the rest), at least 1
 * and at most `most`.
 */
export const perCore = <const P extends string>(path: P, most: number, meaning: string) =>
  row(path, `one less than cores, from 1 to ${most}`, meaning, (reader, name) =>
    reader.positive(name, Math.max(1, Math.min(most, availableParallelism() - 1))),
  )

/** Defines a positive integer, or null if the variable is unset; `otherwise` replaces any other value. */
export const cap = <const P extends string>(path: P, otherwise: number, meaning: string) =>
  row(path, 'unset', meaning, (reader, name) => (reader.isSet(name) ? reader.positive(name, otherwise) : null))

export const port = <const P extends string>(path: P, byDefault: number, meaning: string) =>
  row(path, String(byDefault), meaning, (reader, name) => reader.port(name, byDefault))

export const url = <const P extends string>(path: P, byDefault: string, meaning: string) =>
  row(path, byDefault, meaning, (reader, name) => reader.url(name, byDefault))

/**
 * Defines a folder, made absolute against the working directory; the guide shows `named` for a default that depends on
 * the machine.
 */
export const folder = <const P extends string>(path: P, byDefault: string, meaning: string, named = byDefault) => ({
  ...row(path, named, meaning, (reader, name) => resolve(reader.text(name, byDefault))),
  folder: true as const,
})

/** Defines a path that must be absolute. */
export const absolute = <const P extends string>(path: P, byDefault: string, meaning: string) =>
  row(path, byDefault, meaning, (reader, name) => reader.absolute(name, byDefault))

/**
 * Defines a variable that is documented here but read by another part of the program, before there is a configuration.
 */
export const elsewhere = (byDefault: string, meaning: string) => row('', byDefault, meaning, () => undefined)

type Rows = Readonly<Record<string, Row>>

/** The value of each variable, by name. */
export type Values<R extends Rows> = { readonly [N in keyof R]: ReturnType<R[N]['read']> }

type Nested<Path extends string, T> = Path extends `${infer Head}.${infer Rest}`
  ? { [K in Head]: Nested<Rest, T> }
  : { [K in Path]: T }
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The type of the configuration that the paths of the rows form. */
export type Placed<R extends Rows> = Intersection<
  { [N in keyof R]: R[N]['path'] extends '' ? never : Nested<R[N]['path'], ReturnType<R[N]['read']>> }[keyof R]
>

/** Returns an object with the value of each variable by name; each is read lazily and at most once. */
export function valuesOf<R extends Rows>(rows: R, reader: Reader): Values<R> {
  const values = {}
  for (const [name, one] of Object.entries(rows)) {
    Object.defineProperty(values, name, {
      configurable: true,
      get: () => {
        const value = one.read(reader, name)
        Object.defineProperty(values, name, { value })
        return value
      },
    })
  }
  return values as Values<R>
}

type Tree = { [key: string]: unknown }

/** Puts the values of all rows with a path into `config`, in addition to its present content. */
export function place<R extends Rows, C extends object>(rows: R, values: Values<R>, config: C): C & Placed<R> {
  for (const [name, { path }] of Object.entries(rows)) {
    // Every variable is read, even without a path, so that a wrong value is always reported.
    const value = values[name]
    if (!path) continue
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let at = config as Tree
    for (const key of keys) at = (at[key] ??= {}) as Tree
    at[last] = value
  }
  return config as C & Placed<R>
}
