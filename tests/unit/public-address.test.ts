import { describe, expect, it } from 'vitest'
import { maySendTo } from '../../src/lib/public-address.js'

const publicOnes = [
  '1.1.1.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '223.255.255.255',
]
const public6 = ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '2003::1']
const privateOnes = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '100.64.0.1',
]
const private6 = ['::1', 'fd00::1', 'fc00::1']
const neverOnes = [
  '0.0.0.0',
  '169.254.169.254',
  '169.254.0.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
]
const never6 = [
  ...['::', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ...[
    '::7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
  ],
  'fd00:ec2::254',
]

describe('an address that the server may be made to call', () => {
  it.each([...publicOnes, ...public6])('is one of the internet: %s', (address) => {
    expect([maySendTo(address, false), maySendTo(address, true)]).toEqual([true, true])
  })

  it.each([...privateOnes, ...private6])('is a private one where that is allowed: %s', (address) => {
    expect([maySendTo(address, false), maySendTo(address, true)]).toEqual([false, true])
  })

  it.each([...neverOnes, ...never6, 'localhost', '', '1.2.3', '0x7f.0.0.1'])(
    'is never one of a link, or one that stands for another: %s',
    (address) => {
      expect([maySendTo(address, false), maySendTo(address, true)]).toEqual([false, false])
    },
  )

  it.each(['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '192.0.0.8'])(
    'is none for documentation or tests: %s',
    (address) => {
      expect(maySendTo(address, false)).toBe(false)
    },
  )
})
