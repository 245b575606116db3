import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 networks outside the internet: private, shared, loopback, link-local, tests, multicast, reserved. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** IPv4 networks that are never allowed: this network, link-local (metadata of clouds), multicast, reserved. */
const never4 = ['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4']

/** The IPv6 addresses of the internet, and the exceptions: tunnels and documentation. */
const public6 = ['2000::/3']
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** Addresses of private networks and of the machine itself; the address of a cloud's metadata is excluded. */
const private6 = ['fc00::/7', '::1/128']
const never6 = ['fd00:ec2::254/128']

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const lists = {
  special4: listOf(special4, 'ipv4'),
  never4: listOf(never4, 'ipv4'),
  public6: listOf(public6, 'ipv6'),
  special6: listOf(special6, 'ipv6'),
  private6: listOf(private6, 'ipv6'),
  never6: listOf(never6, 'ipv6'),
}

/**
 * Returns whether a request on behalf of a user may be sent to the address: one of the internet or, with
 * `allowPrivate`, of a private network or the machine itself. Link-local addresses (169.254.0.0/16, fe80::/10), at
 * which clouds serve credentials, are always refused. IPv6 addresses that represent others (IPv4-mapped, NAT64, 6to4,
 * Teredo) are refused, because they would bypass these rules.
 */
export function maySendTo(address: string, allowPrivate: boolean): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !(allowPrivate ? lists.never4 : lists.special4).check(address, 'ipv4')
  // An address with a zone, such as fe80::1%eth0, is link-local.
  if (address.includes('%') || lists.never6.check(address, 'ipv6')) return false
  if (allowPrivate && lists.private6.check(address, 'ipv6')) return true
  return lists.public6.check(address, 'ipv6') && !lists.special6.check(address, 'ipv6')
}
