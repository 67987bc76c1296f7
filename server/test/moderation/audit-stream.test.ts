import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { leaseStream, saveFailed, saveSent } from '../../src/audit/stream/queries.ts'
import { after, hour, minute, second } from '../../src/lib/clock.ts'
import { makeCertificate } from '../../src/ports/egress/test-certificate.ts'
import { createSyslog } from '../../src/ports/syslog/syslog.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import {
  startDatagramReceiver,
  startSyslogReceiver,
  type SyslogReceiver,
} from '../fixtures/receivers/syslog-receiver.ts'
import { openReceiver, verified, type Receiver } from '../fixtures/receivers/webhook-receiver.ts'

const secret = 'whsec_c2l4dGVlbiBieXRlcyBvZiBrZXkgYXQgbGVhc3Q='

let syslog: SyslogReceiver
let hooks: Receiver
let souk: Souk
beforeAll(async () => {
  syslog = await startSyslogReceiver()
  hooks = await openReceiver(() => souk)
  const { auditStreams } = readConfig({
    AUDIT_SYSLOG_URL: syslog.url,
    AUDIT_WEBHOOK_URL: hooks.url(),
    AUDIT_WEBHOOK_SECRET: secret,
  })
  souk = await startSouk({ auditStreams })
})
beforeEach(() => {
  syslog.refuse = false
  hooks.react = () => ({ status: 204 })
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await syslog.stop()
  await hooks.close()
})

interface Entry {
  readonly seq: number
  readonly action: string
}
const bySyslog = (): Entry[] =>
  syslog.messages.map((message) => JSON.parse(message.slice(message.indexOf('{'))))
const byWebhook = (): Entry[] => hooks.arrived.flatMap(({ body }) => JSON.parse(body).data.entries)
const seqs = (entries: readonly Entry[]) => entries.map(({ seq }) => seq)
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const chained = async () => {
  await souk.work(['audit-chain'])
  const [head] = await souk.context.database
    .selectFrom('audit_links')
    .select((select) => select.fn.max('seq').as('seq'))
    .execute()
  return Number(head?.seq ?? 0)
}
const streamed = async () => {
  while ((await souk.work(['audit-stream'])) > 0);
}
const queues = async () =>
  (await souk.call('getMarketHealth', {}, asOperator)).data.queues.filter(({ name }) =>
    name.startsWith('audit'),
  )
const finding = async () => {
  const { checks } = (await souk.call('checkDeployment', {}, asOperator)).data
  return checks.find(({ name }) => name === 'audit streams')
}

describe('the audit stream', () => {
  it('sends every entry to both receivers, in order and once', async () => {
    for (let index = 0; index < 120; index++) await souk.person({ verified: false })
    const head = await chained()
    expect(head).toBeGreaterThan(100)
    await streamed()
    expect(seqs(bySyslog())).toEqual(numbers(1, head))
    expect(seqs(byWebhook())).toEqual(numbers(1, head))
    await streamed()
    expect(syslog.messages).toHaveLength(head)
    expect(syslog.messages[0]).toMatch(
      /^<109>1 2026-11-15T12:00:00.000Z localhost souk - user\.registered \[meta sequenceId="1"\] \{"seq":1,/,
    )
    expect(await finding()).toMatchObject({ state: 'ok' })
  })

  it('signs messages to the webhook like other webhooks', () => {
    const [first, next] = hooks.arrived
    if (first === undefined || next === undefined) throw new Error('nothing arrived')
    expect(first.id).toBe('audit_1_100')
    expect(verified(first, secret)).toMatchObject({
      type: 'audit.entries',
      data: { entries: byWebhook().slice(0, 100) },
    })
    expect(() => verified(first, `${secret.slice(0, -8)}AAAAAAA=`)).toThrow('No matching signature')
    expect(next.headers['webhook-signature']).toMatch(/^v1,\S+ v1a,\S+$/)
  })

  it('repeats a failed batch with backoff, skips nothing, and reports the delay', async () => {
    const before = byWebhook().at(-1)?.seq ?? 0
    await souk.person()
    const head = await chained()
    syslog.refuse = true
    hooks.react = () => ({ status: 503 })
    const taken = [syslog.messages.length, hooks.arrived.length]
    await streamed()
    await streamed()
    expect([syslog.messages.length, hooks.arrived.length]).toEqual([taken[0], Number(taken[1]) + 1])
    souk.clock.advance(2 * second)
    await streamed()
    souk.clock.advance(second)
    await streamed()
    expect(hooks.arrived).toHaveLength(Number(taken[1]) + 2)
    souk.clock.advance(hour)
    const waiting = head - before
    expect(await queues()).toEqual([
      { name: 'audit syslog', waiting, lateSeconds: 3603 },
      { name: 'audit webhook', waiting, lateSeconds: 3603 },
    ])
    expect(await finding()).toMatchObject({
      state: 'error',
      detail: expect.stringContaining('webhook (http_5xx)'),
    })
    const { body } = await souk.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${asOperator.as}` },
    })
    expect(body).toContain('souk_work_late_seconds{work="audit syslog"} 3603')
    syslog.refuse = false
    hooks.react = () => ({ status: 204 })
    const arrived = hooks.arrived.length
    await streamed()
    expect(seqs(bySyslog())).toEqual(numbers(1, await chained()))
    expect(JSON.parse(hooks.arrived[arrived]?.body ?? '').data.entries[0].seq).toBe(before + 1)
    expect(await finding()).toMatchObject({ state: 'ok' })
  })

  it('is sent by one node at a time, and another continues after a crash', async () => {
    const { store } = souk.context
    await souk.person()
    const head = await chained()
    const crashed = await store.write((tx) => leaseStream(tx, 'webhook', after(tx.now, minute)))
    await streamed()
    expect([byWebhook().at(-1)?.seq, bySyslog().at(-1)?.seq]).toEqual([Number(crashed?.sent_seq), head])
    souk.clock.advance(minute)
    await streamed()
    expect(byWebhook().at(-1)?.seq).toBe(head)
    const late = { name: 'webhook', from: crashed?.sent_seq ?? 0n } as const
    await store.write((tx) => saveFailed(tx, late, { error: 'late', dueAt: tx.now }))
    await store.write((tx) => saveSent(tx, late, 1n))
    expect(await finding()).toMatchObject({ state: 'ok' })
    await souk.person()
    await chained()
    const arrived = hooks.arrived.length
    await Promise.all([souk.work(['audit-stream']), souk.work(['audit-stream'])])
    expect(hooks.arrived).toHaveLength(arrived + 1)
    expect(JSON.parse(hooks.arrived.at(-1)?.body ?? '').data.entries[0].seq).toBe(head + 1)
  })
})

describe('createSyslog', () => {
  it('sends over TLS to a receiver with a trusted certificate only', async () => {
    const certificate = makeCertificate({ ip: [127, 0, 0, 1] })
    const receiver = await startSyslogReceiver(certificate)
    await createSyslog(receiver.url, { authorities: [certificate.cert] }).send(['5 <109>', '4 text'])
    expect(receiver.messages).toEqual(['<109>', 'text'])
    await expect(createSyslog(receiver.url).send(['4 text'])).rejects.toThrow('self-signed certificate')
    await receiver.stop()
  })

  it('sends one datagram for each message over UDP', async () => {
    const receiver = await startDatagramReceiver()
    const port = createSyslog(receiver.url)
    expect(port.framed).toBe(false)
    await port.send(['<109>1 a', '<109>1 b'])
    await vi.waitFor(() => expect(receiver.messages).toEqual(['<109>1 a', '<109>1 b']))
    await receiver.stop()
  })

  it('fails if the receiver closes the connection before it has read the messages', async () => {
    const receiver = await startSyslogReceiver()
    receiver.closes = true
    for (let attempt = 0; attempt < 20; attempt++) {
      await expect(createSyslog(receiver.url).send(['4 text'])).rejects.toThrow()
    }
    receiver.closes = false
    await createSyslog(receiver.url).send(['4 text'])
    expect(receiver.messages).toEqual(['text'])
    await receiver.stop()
  })

  it('fails if the receiver resets the connection or is not there', async () => {
    const receiver = await startSyslogReceiver()
    receiver.refuse = true
    await expect(createSyslog(receiver.url).send(['4 text'])).rejects.toThrow()
    await receiver.stop()
    await expect(createSyslog(receiver.url).send(['4 text'])).rejects.toThrow('ECONNREFUSED')
  })
})

describe('readConfig', () => {
  it.each([
    [{ AUDIT_SYSLOG_URL: 'http://localhost:514' }, 'AUDIT_SYSLOG_URL must be udp://HOST:PORT'],
    [{ AUDIT_WEBHOOK_URL: 'audit' }, 'AUDIT_WEBHOOK_URL must be a URL'],
    [{ AUDIT_WEBHOOK_SECRET: `whsec_${'-'.repeat(32)}` }, 'after whsec_, base64'],
    [{ AUDIT_WEBHOOK_SECRET: 'short' }, 'AUDIT_WEBHOOK_SECRET must be at least 32 characters'],
  ])('refuses %o', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message)
  })
})
