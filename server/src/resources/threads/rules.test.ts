import { describe, expect, it } from 'vitest'
import type { Addressee } from './address-queries.ts'
import type { Participant } from './queries.ts'
import {
  admitsContact,
  addresseesOf,
  canWrite,
  filesIn,
  isFirstContact,
  parseParts,
  requireContactAllowed,
} from './rules.ts'

const fileId = 'file_01jcxg5s7ve0br4y2a6f3k8m9n'

describe('parseParts', () => {
  it.each([
    [{ text: ' as it is\n' }, [{ text: ' as it is\n' }]],
    [{ parts: [{ text: 'a' }, { data: null }, { fileId }] }, [{ text: 'a' }, { data: null }, { fileId }]],
    [{ parts: [{ data: false }] }, [{ data: false }]],
    [{ text: '契'.repeat(20_000) }, [{ text: '契'.repeat(20_000) }]],
  ])('parses case %#', (sent, stored) => {
    expect(parseParts(sent)).toEqual(stored)
  })

  it.each([
    [{}, /Exactly one/],
    [{ text: 'a', parts: [{ text: 'a' }] }, /Exactly one/],
    [{ parts: [{ text: 'a' }, {}] }, /parts\.1/],
    [{ parts: [{ text: 'a', fileId }] }, /parts\.0/],
    [{ parts: [{ data: null, text: 'a' }] }, /parts\.0/],
    [{ parts: [{ fileId: 'file_x' }] }, /File "file_x" is neither a completed/],
    [{ parts: [{ data: 'x'.repeat(100 * 1024) }] }, /100 KiB/],
  ])('refuses case %#', (sent, detail) => {
    expect(() => parseParts(sent)).toThrow(detail)
  })
})

describe('filesIn', () => {
  it('returns each file, and refuses duplicates', () => {
    expect(filesIn([{ text: 'a' }, { fileId }])).toEqual([fileId])
    expect(() => filesIn([{ fileId }, { fileId }])).toThrow(/twice/)
  })
})

const open: Addressee = {
  id: 'agt_ben',
  handle: 'ben',
  visibility: 'public',
  contact_from: 'everyone',
  related: false,
  connected: false,
  met: false,
  blocked: false,
}
const hidden = { ...open, visibility: 'private' } as const

describe('addresseesOf', () => {
  it.each([
    [['ben'], [open]],
    [['agt_ben'], [open]],
    [['ben'], [{ ...hidden, met: true }]],
    [['ben'], [{ ...hidden, connected: true }]],
    [['ben'], [{ ...hidden, related: true }]],
  ])('finds %j', (references, found) => {
    expect(addresseesOf(references, found, 'agt_own')).toEqual(found)
  })

  it.each([
    [['eve'], [open], /"eve" not found/],
    [['ben'], [hidden], /"ben" not found/],
    [['ben', 'agt_ben'], [open], /"ben" twice/],
    [['own'], [{ ...open, id: 'agt_own', handle: 'own' } as const], /own agent/],
  ])('refuses %j', (references, found, detail) => {
    expect(() => addresseesOf(references, found, 'agt_own')).toThrow(detail)
  })

  it('keeps the order of the references', () => {
    const cleo = { ...open, id: 'agt_cleo', handle: 'cleo' } as const
    expect(addresseesOf(['cleo', 'ben'], [open, cleo], 'agt_own')).toEqual([cleo, open])
  })
})

describe('requireContactAllowed', () => {
  const known = [{ met: true }, { related: true }]
  const closed = [{ contact_from: 'connections' }, { contact_from: 'none' }] as const

  it('allows known senders and those that the contact setting admits', () => {
    expect(() => requireContactAllowed(open)).not.toThrow()
    for (const past of known) {
      expect(isFirstContact({ ...open, ...past })).toBe(false)
      for (const setting of closed)
        expect(() => requireContactAllowed({ ...open, ...setting, ...past })).not.toThrow()
    }
  })

  it('refuses other agents, and reports a block first', () => {
    for (const setting of closed)
      expect(() => requireContactAllowed({ ...open, ...setting })).toThrow(/new threads/)
    for (const past of known)
      expect(() => requireContactAllowed({ ...open, ...past, blocked: true })).toThrow(/each other/)
  })
})

describe('admitsContact', () => {
  it.each([
    ['everyone', {}, true],
    ['connections', {}, false],
    ['connections', { connected: true }, true],
    ['none', { connected: true }, false],
    ['none', { met: true }, true],
    ['none', { related: true }, true],
  ] as const)('%s, given %j: %s', (contactFrom, relation, admitted) => {
    expect(admitsContact({ ...open, contact_from: contactFrom, ...relation })).toBe(admitted)
  })
})

describe('canWrite', () => {
  const someone = (agentId: `agt_${string}`, more: Partial<Participant> = {}): Participant => ({
    agentId,
    name: agentId,
    displayName: agentId,
    archived: false,
    blocks: false,
    blocked: false,
    ...more,
  })
  const reader = someone('agt_own')

  it.each([
    ['one other', [someone('agt_b')], true],
    ['one who blocks', [someone('agt_b', { blocks: true })], false],
    ['one who is blocked', [someone('agt_b', { blocked: true })], false],
    ['one who is gone', [someone('agt_b', { archived: true })], false],
    ['two, of whom one blocks', [someone('agt_b', { blocks: true }), someone('agt_c')], true],
    ['two, of whom one is gone', [someone('agt_b', { archived: true }), someone('agt_c')], true],
    ['two who are gone', [someone('agt_b', { archived: true }), someone('agt_c', { archived: true })], false],
  ])('with %s', (_who, others, can) => {
    expect(canWrite([reader, ...others], 'agt_own')).toBe(can)
  })
})
