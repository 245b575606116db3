import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of a client address, as a key for limits: an IPv4 address itself, also for an IPv4-mapped IPv6
 * address, and the first 64 bits of an IPv6 address, because a customer can use all addresses of a /64. Null for other
 * text.
 */
export function networkOf(address: string | null): string | null {
  if (address === null) return null
  const plain = address.split('%')[0] ?? ''
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain
  if (isIPv4(inner)) return inner
  if (!isIPv6(inner)) return null
  const [head = '', tail] = inner.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  // An embedded IPv4 address replaces two groups; these lie after the first 64 bits.
  const length = (groups: string[]) => groups.length + (groups.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - length(front) - length(back)
  const groups = [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}
