import { isIP } from 'node:net'

/** Returns the name in a Host header, in lower case and without its port; undefined if the header is invalid. */
export function hostName(header: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(header.trim()) ?? []
  return (bracketed ?? plain)?.toLowerCase().replace(/\.$/, '')
}

/**
 * Returns whether a web page cannot have chosen this name, which holds for names of the loopback interface, addresses,
 * and the `allowed` names. In DNS rebinding a page makes its own name resolve to the address of another machine; it
 * cannot do so with an address, or with names that it does not own.
 */
export function isSafeHost(header: string, allowed: readonly string[]): boolean {
  const name = hostName(header)
  if (name === undefined) return false
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || allowed.includes(name)
}
