import { describe, expect, it } from 'vitest'
import { addressGroup, isLoopbackAddress, isLoopbackAuthority, isLoopbackHost } from './network-addresses.ts'

describe('addressGroup', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:5678', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::2', '2001:db8::/64'],
    ['2001:0DB8:0:0:ffff::', '2001:db8::/64'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::2%eth1', 'fe80::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:FFFF:c000:0201', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '192.0.2.1'],
    ['2002:c000:201::1', '192.0.2.1'],
    ['2002:c000:201:ffff::1', '192.0.2.1'],
    ['no address', 'unknown'],
    ['127.1', 'unknown'],
    ['', 'unknown'],
  ])('groups %s as %s', (text, group) => expect(addressGroup(text)).toBe(group))
})

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'is true for %s',
    (text) => expect(isLoopbackAddress(text)).toBe(true),
  )
  it.each(['128.0.0.1', '::2', '::ffff:8.8.8.8', '127.1', 'localhost', ''])('is false for %s', (text) =>
    expect(isLoopbackAddress(text)).toBe(false),
  )
})

describe('isLoopbackHost', () => {
  it.each(['localhost', '127.0.0.1', '127.255.0.9', '::1', '[::1]'])('is true for %s', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  )
  it.each(['127.0.0.999', '127.0.0.1.example.com', 'localhost.example.com', 'a.localhost', '0.0.0.0', ''])(
    'is false for %s',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  )
})

describe('isLoopbackAuthority', () => {
  it.each(['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000', '[::1]'])(
    'is true for %s',
    (host) => expect(isLoopbackAuthority(host)).toBe(true),
  )
  it.each([
    'evil.example.com',
    'localhost:4000:80',
    'localhost.',
    'me@localhost:4000',
    '::1:4000',
    ':80',
    '',
  ])('is false for %s', (host) => expect(isLoopbackAuthority(host)).toBe(false))
})
