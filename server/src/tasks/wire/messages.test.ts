import { marketplaceExtension, type Part, type MessageInput } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { noteOf, readArtifact, readMessage, readParts } from './messages.ts'
import type { Side } from '../lifecycle/task-row.ts'

const origin = { agentId: 'agt_x', name: 'ada', ownerVerified: true, at: '2026-11-15T12:00:00.000Z' }
const address = { messageId: 'msg_made', taskId: 'task_x', contextId: 'ctx_x' }
const to = { ...address, origin }
const hello: MessageInput = { parts: [{ text: 'hello' }] }
/** Stored form of a text part. */
const withOrigin = (text: string) => ({ text, metadata: { [marketplaceExtension]: { origin } } })
const badRequest = expect.objectContaining({ kind: 'bad-request' })

describe('readParts', () => {
  it.each<[string, Part]>([
    ['text', { text: 'hello' }],
    ['empty text', { text: '' }],
    ['bytes', { raw: 'aGVsbG8=' }],
    ['a URL', { url: 'https://example.com/a.pdf' }],
    ['an object', { data: { a: [1] } }],
    ['null', { data: null }],
    ['false', { data: false }],
    ['a name and a type', { text: 'x', filename: 'a.txt', mediaType: 'text/plain', metadata: { page: 1 } }],
  ])('keeps %s', (_name, part) => {
    expect(readParts([part])).toEqual([part])
  })

  it('drops fields that A2A does not know', () => {
    const sent = { text: 'x', kind: 'text', file: { bytes: '' } }
    expect(Object.keys(readParts([sent])[0] ?? {})).toEqual(['text'])
  })

  it.each<[string, Part]>([
    ['no content', {}],
    ['only a name', { filename: 'a.txt' }],
    ['text and a URL', { text: 'x', url: 'https://example.com' }],
    ['bytes and data', { raw: '', data: null }],
    ['all contents', { text: '', raw: '', url: '', data: 0 }],
  ])('refuses a part with %s, and names its index', (_name, part) => {
    const refused = { kind: 'bad-request', message: expect.stringMatching(/^Part 2 must have exactly one/) }
    expect(() => readParts([{ text: 'fine' }, part])).toThrow(expect.objectContaining(refused))
  })

  it.each([
    ['', ''],
    ['aGVsbG8=', 'aGVsbG8='],
    ['aGVsbG8', 'aGVsbG8='],
    ['aGVsbG8h', 'aGVsbG8h'],
    ['aA==', 'aA=='],
    ['aA', 'aA=='],
    ['+/+/', '+/+/'],
    ['-_-_', '+/+/'],
  ])('normalizes the base64 %j to %j', (raw, normalized) => {
    expect(readParts([{ raw }])).toEqual([{ raw: normalized }])
  })

  it.each(['a', 'aGVsbG8==', 'aA=', 'aGVs=', '====', 'aGVs bG8=', 'aGVs\nbG8=', 'häh=', 'aGVs%3D'])(
    'refuses the invalid base64 %j',
    (raw) => expect(() => readParts([{ raw }])).toThrow(badRequest),
  )
})

describe('readMessage', () => {
  it('adds role, task and context, and an id if there is none', () => {
    expect(readMessage(hello, 'client', to)).toEqual({
      ...address,
      role: 'ROLE_USER',
      parts: [withOrigin('hello')],
    })
    expect(readMessage({ ...hello, messageId: '' }, 'provider', to)).toMatchObject({
      messageId: 'msg_made',
      role: 'ROLE_AGENT',
    })
  })

  it('keeps id, metadata, extensions and references', () => {
    const sent = {
      ...hello,
      messageId: 'mine',
      metadata: { [marketplaceExtension]: {}, topic: 'law' },
      extensions: ['urn:x'],
      referenceTaskIds: ['task_y'],
    }
    expect(readMessage(sent, 'client', to)).toEqual({
      ...sent,
      parts: [withOrigin('hello')],
      role: 'ROLE_USER',
      taskId: 'task_x',
      contextId: 'ctx_x',
    })
  })

  it('drops fields that A2A does not know', () => {
    const sent = { ...hello, kind: 'message', taskId: 'task_other', contextId: 'ctx_other' }
    expect(readMessage(sent, 'client', to)).toEqual({
      ...address,
      role: 'ROLE_USER',
      parts: [withOrigin('hello')],
    })
  })

  const unspecified = [undefined, '', 0, 'ROLE_UNSPECIFIED', 'role_unspecified']
  const user = ['user', 'USER', 'User', 'ROLE_USER', 'role_user', 1]
  const agent = ['agent', 'AGENT', 'Agent', 'ROLE_AGENT', 'role_agent', 2]

  it.each([...unspecified, ...user])('accepts the role %j from a client', (role) => {
    expect(readMessage(withRole(role), 'client', to).role).toBe('ROLE_USER')
  })

  it.each([...unspecified, ...user, ...agent])(
    'stores the role %j of a provider as the agent role',
    (role) => {
      expect(readMessage(withRole(role), 'provider', to).role).toBe('ROLE_AGENT')
    },
  )

  it.each(agent)('refuses the role %j from a client', (role) => {
    expect(() => readMessage(withRole(role), 'client', to)).toThrow(badRequest)
  })

  it.each(['system', 'ROLE_SYSTEM', 'agents', 'role_', ' user', 3, -1])(
    'refuses the role %j for both sides',
    (role) => {
      for (const side of ['client', 'provider'] satisfies Side[]) {
        expect(() => readMessage(withRole(role), side, to)).toThrow(badRequest)
      }
    },
  )
})

function withRole(role: string | number | undefined): MessageInput {
  return role === undefined ? hello : { ...hello, role }
}

describe('readArtifact', () => {
  const defaults = { artifactId: 'art_made', origin }

  it('keeps its fields, and adds an id if there is none', () => {
    const sent = {
      name: 'Letter',
      description: 'A draft',
      parts: [{ text: 'x' }],
      metadata: { a: 1 },
      extensions: ['urn:x'],
    }
    const stored = { ...sent, parts: [withOrigin('x')], artifactId: 'art_made' }
    expect(readArtifact(sent, defaults)).toEqual(stored)
    expect(readArtifact({ ...sent, artifactId: 'draft' }, defaults).artifactId).toBe('draft')
  })

  it('drops unknown fields and refuses invalid parts', () => {
    const sent = { parts: [{ text: 'x' }], kind: 'artifact' }
    expect(readArtifact(sent, defaults)).toEqual({ artifactId: 'art_made', parts: [withOrigin('x')] })
    expect(() => readArtifact({ parts: [{}] }, defaults)).toThrow(badRequest)
  })
})

describe('the origin of a part', () => {
  it('overwrites an origin that the sender claims, and keeps other metadata', () => {
    const claims = { [marketplaceExtension]: { origin: { ...origin, name: 'the-bank' } }, page: 1 }
    const [part] = readMessage({ parts: [{ text: 'hello', metadata: claims }] }, 'client', to).parts
    expect(part?.metadata).toEqual({ page: 1, [marketplaceExtension]: { origin } })
  })

  it.each<[string, Part]>([
    ['text', { text: 'in\u200bvisible' }],
    ['file name', { raw: '', filename: 'invoice\u202efdp.exe' }],
    ['data', { data: { note: ['in\u2060visible'] } }],
    ['URL', { url: 'https://example.com/\u200b' }],
  ])('has a flag for hidden characters in the %s', (_name, part) => {
    const [stored] = readMessage({ parts: [part] }, 'client', to).parts
    expect(stored?.metadata?.[marketplaceExtension]).toEqual({ origin, flags: ['hidden-characters'] })
  })
})

describe('noteOf', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const task = { id: 'task_x', context_id: 'ctx_x' }

  it('is undefined without a message, and a message of the task otherwise', () => {
    expect(noteOf({ now }, { message: undefined, side: 'client', origin }, task)).toBeUndefined()
    const note = {
      messageId: expect.stringMatching(/^msg_/),
      taskId: 'task_x',
      contextId: 'ctx_x',
      role: 'ROLE_AGENT',
    }
    const sent = { message: hello, side: 'provider', origin } as const
    expect(noteOf({ now }, sent, task)).toEqual({ ...note, parts: [withOrigin('hello')] })
  })
})
