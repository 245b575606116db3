import type { Reader } from '@parallax/shared/config-reader.js'
import { databaseUrlFault, unreadParameters } from './lib/database-url.js'

/** Reads a required database URL. The fault does not show its value, because it may contain a password. */
export function database(reader: Reader, name: string): string {
  const value = reader.required(name)
  if (value) check(reader, name, value)
  return value
}

/** Reads a list of database URLs, separated by commas; it may be empty. */
export function databases(reader: Reader, name: string): string[] {
  const urls = reader
    .text(name)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!urls.every((one) => /^\w+:/.test(one)))
    reader.fault(
      `${name} must be URLs such as postgres://user:password@host:5432/database, separated by commas, one a server; ` +
        'a comma in a password must be written as %2C',
    )
  else for (const one of urls) check(reader, name, one)
  return urls
}

function check(reader: Reader, name: string, url: string): void {
  const fault = databaseUrlFault(url)
  if (fault) return reader.fault(`${name} ${fault}`)
  for (const parameter of unreadParameters(url))
    reader.warn(`${name} has the parameter ${parameter}, which node-postgres does not read; it has no effect`)
}
