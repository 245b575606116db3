import { isIP } from 'node:net'

/** The name in a Host header, in lower case and without its port; undefined where it is none. */
export function hostName(header: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(header.trim()) ?? []
  return (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '')
}

/**
 * Whether a page cannot have chosen this name: names of the loopback interface, addresses, and the names that are
 * `allowed`. In DNS rebinding a page has its own name point to an address of somebody else; it cannot do so with an
 * address, or with names that it does not own.
 */
export function isSafeHost(header: string, allowed: readonly string[]): boolean {
  const name = hostName(header)
  if (name === undefined) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || allowed.includes(name)
}
