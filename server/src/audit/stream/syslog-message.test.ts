import { describe, expect, it } from 'vitest'
import type { StreamedEntry } from './rules.ts'
import { datagramOf, framedMessage, syslogMessage } from './syslog-message.ts'

const entry: StreamedEntry = {
  seq: 7,
  id: 'aud_1',
  at: '2026-11-15T12:00:00.000Z',
  action: 'key.created',
  actor: 'user',
  userId: 'usr_1',
  agentId: null,
  keyId: null,
  target: 'key_1',
  ip: '127.0.0.1',
  requestId: 'req_1',
  details: { name: 'Übung 🦉' },
  hash: 'ab',
}

describe('syslogMessage', () => {
  it('writes the header of RFC 5424 and the entry as JSON in ASCII', () => {
    const message = syslogMessage(entry, 'souk.example.com')
    const header =
      '<109>1 2026-11-15T12:00:00.000Z souk.example.com souk - key.created [meta sequenceId="7"] '
    expect(message.startsWith(header)).toBe(true)
    expect(message).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(message.slice(header.length))).toEqual(entry)
  })

  it.each([
    [1, 1],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, 1],
  ])('numbers entry %d as %d', (seq, id) => {
    expect(syslogMessage({ ...entry, seq }, 'localhost')).toContain(`[meta sequenceId="${id}"]`)
  })

  it('keeps a message id within 32 characters', () => {
    const message = syslogMessage({ ...entry, action: 'a'.repeat(40) }, 'localhost')
    expect(message).toContain(` souk - ${'a'.repeat(32)} [`)
  })
})

describe('framedMessage', () => {
  it('begins with the number of bytes', () => expect(framedMessage('<109>1 x')).toBe('8 <109>1 x'))
})

describe('datagramOf', () => {
  it('leaves out details that do not fit into a datagram', () => {
    const large = { ...entry, details: { reason: 'x'.repeat(9000) } }
    expect(datagramOf(large, 'localhost').length).toBeLessThan(2048)
    expect(datagramOf(large, 'localhost')).toContain('"details":{"omitted":true}')
    expect(datagramOf(entry, 'localhost')).toBe(syslogMessage(entry, 'localhost'))
  })
})
