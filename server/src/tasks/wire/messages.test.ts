import { marketplaceExtension, type Part, type SentMessage } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { noteOf, readArtifact, readMessage, readParts } from './messages.ts'
import type { Side } from '../lifecycle/task-row.ts'

const origin = { agentId: 'agt_x', name: 'ada', ownerVerified: true, at: '2026-11-15T12:00:00.000Z' }
const place = { messageId: 'msg_made', taskId: 'task_x', contextId: 'ctx_x' }
const to = { ...place, origin }
const hello: SentMessage = { parts: [{ text: 'hello' }] }
/** As kept: with where it comes from. */
const marked = (text: string) => ({ text, metadata: { [marketplaceExtension]: { origin } } })
const badRequest = expect.objectContaining({ kind: 'bad-request' })

describe('readParts', () => {
  it.each<[string, Part]>([
    ['text', { text: 'hello' }],
    ['empty text', { text: '' }],
    ['bytes', { raw: 'aGVsbG8=' }],
    ['an address', { url: 'https://example.com/a.pdf' }],
    ['an object', { data: { a: [1] } }],
    ['a value that is nothing', { data: null }],
    ['a value that is false', { data: false }],
    ['a name and a type', { text: 'x', filename: 'a.txt', mediaType: 'text/plain', metadata: { page: 1 } }],
  ])('keeps %s', (_name, part) => {
    expect(readParts([part])).toEqual([part])
  })

  it('drops fields that A2A does not know', () => {
    const sent = { text: 'x', kind: 'text', file: { bytes: '' } }
    expect(Object.keys(readParts([sent])[0] ?? {})).toEqual(['text'])
  })

  it.each<[string, Part]>([
    ['nothing', {}],
    ['only a name', { filename: 'a.txt' }],
    ['text and an address', { text: 'x', url: 'https://example.com' }],
    ['bytes and data', { raw: '', data: null }],
    ['everything', { text: '', raw: '', url: '', data: 0 }],
  ])('refuses a part with %s, and says which part it is', (_name, part) => {
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
  ])('takes %j for base64 and keeps it as %j', (raw, kept) => {
    expect(readParts([{ raw }])).toEqual([{ raw: kept }])
  })

  it.each(['a', 'aGVsbG8==', 'aA=', 'aGVs=', '====', 'aGVs bG8=', 'aGVs\nbG8=', 'häh=', 'aGVs%3D'])(
    'does not take %j for base64',
    (raw) => expect(() => readParts([{ raw }])).toThrow(badRequest),
  )
})

describe('readMessage', () => {
  it('knows who speaks, to whom and within what, and makes an id when there is none', () => {
    expect(readMessage(hello, 'client', to)).toEqual({
      ...place,
      role: 'ROLE_USER',
      parts: [marked('hello')],
    })
    expect(readMessage({ ...hello, messageId: '' }, 'provider', to)).toMatchObject({
      messageId: 'msg_made',
      role: 'ROLE_AGENT',
    })
  })

  it('keeps the id, the metadata, the extensions and the references it was sent with', () => {
    const sent = {
      ...hello,
      messageId: 'mine',
      metadata: { [marketplaceExtension]: {}, topic: 'law' },
      extensions: ['urn:x'],
      referenceTaskIds: ['task_y'],
    }
    expect(readMessage(sent, 'client', to)).toEqual({
      ...sent,
      parts: [marked('hello')],
      role: 'ROLE_USER',
      taskId: 'task_x',
      contextId: 'ctx_x',
    })
  })

  it('drops fields that A2A does not know', () => {
    const sent = { ...hello, kind: 'message', taskId: 'task_other', contextId: 'ctx_other' }
    expect(readMessage(sent, 'client', to)).toEqual({ ...place, role: 'ROLE_USER', parts: [marked('hello')] })
  })

  const unsaid = [undefined, '', 0, 'ROLE_UNSPECIFIED', 'role_unspecified']
  const user = ['user', 'USER', 'User', 'ROLE_USER', 'role_user', 1]
  const agent = ['agent', 'AGENT', 'Agent', 'ROLE_AGENT', 'role_agent', 2]

  it.each([...unsaid, ...user])('lets a client speak as %j', (role) => {
    expect(readMessage(withRole(role), 'client', to).role).toBe('ROLE_USER')
  })

  it.each([...unsaid, ...user, ...agent])('takes %j of a provider for the agent', (role) => {
    expect(readMessage(withRole(role), 'provider', to).role).toBe('ROLE_AGENT')
  })

  it.each(agent)('does not let a client speak as %j', (role) => {
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

function withRole(role: string | number | undefined): SentMessage {
  return role === undefined ? hello : { ...hello, role }
}

describe('readArtifact', () => {
  const made = { artifactId: 'art_made', origin }

  it('keeps what it was sent with, and makes an id when there is none', () => {
    const sent = {
      name: 'Letter',
      description: 'A draft',
      parts: [{ text: 'x' }],
      metadata: { a: 1 },
      extensions: ['urn:x'],
    }
    const kept = { ...sent, parts: [marked('x')], artifactId: 'art_made' }
    expect(readArtifact(sent, made)).toEqual(kept)
    expect(readArtifact({ ...sent, artifactId: 'draft' }, made).artifactId).toBe('draft')
  })

  it('drops what A2A does not know, and refuses parts it does not know', () => {
    const sent = { parts: [{ text: 'x' }], kind: 'artifact' }
    expect(readArtifact(sent, made)).toEqual({ artifactId: 'art_made', parts: [marked('x')] })
    expect(() => readArtifact({ parts: [{}] }, made)).toThrow(badRequest)
  })
})

describe('the origin of a part', () => {
  it('takes the place of whatever the sender claims, and leaves other metadata alone', () => {
    const claims = { [marketplaceExtension]: { origin: { ...origin, name: 'the-bank' } }, page: 1 }
    const [part] = readMessage({ parts: [{ text: 'hello', metadata: claims }] }, 'client', to).parts
    expect(part?.metadata).toEqual({ page: 1, [marketplaceExtension]: { origin } })
  })

  it.each<[string, Part]>([
    ['text', { text: 'in\u200bvisible' }],
    ['file name', { raw: '', filename: 'invoice\u202efdp.exe' }],
    ['data', { data: { note: ['in\u2060visible'] } }],
    ['address', { url: 'https://example.com/\u200b' }],
  ])('comes with a flag for hidden characters in the %s', (_name, part) => {
    const [kept] = readMessage({ parts: [part] }, 'client', to).parts
    expect(kept?.metadata?.[marketplaceExtension]).toEqual({ origin, flags: ['hidden-characters'] })
  })
})

describe('noteOf', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const task = { id: 'task_x', context_id: 'ctx_x' }

  it('is nothing when nothing was said, and a message of the task otherwise', () => {
    expect(noteOf({ now }, { message: undefined, side: 'client', origin }, task)).toBeUndefined()
    const note = {
      messageId: expect.stringMatching(/^msg_/),
      taskId: 'task_x',
      contextId: 'ctx_x',
      role: 'ROLE_AGENT',
    }
    const said = { message: hello, side: 'provider', origin } as const
    expect(noteOf({ now }, said, task)).toEqual({ ...note, parts: [marked('hello')] })
  })
})
