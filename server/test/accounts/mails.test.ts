import { EventEmitter, once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minute, second } from '../../src/lib/clock.ts'
import { createMailer } from '../../src/ports/mailer.ts'
import { sendMails } from '../../src/mails/send-mails.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let received: string[]
let refuse = false
/** Delay before the SMTP server accepts a mail. */
let until: (mail: string) => Promise<unknown> = async () => undefined
let smtp: SMTPServer
beforeAll(async () => {
  received = []
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      const take = async () => {
        if (refuse) return done(new Error('not now'))
        const mail = Buffer.concat(chunks).toString('utf8')
        received.push(mail)
        await until(mail)
        return done()
      }
      stream.on('end', () => void take())
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  souk = await startSouk()
})
afterEach(() => {
  refuse = false
  until = async () => undefined
})
afterAll(async () => {
  await souk.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

function withSmtp() {
  const address = smtp.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${String(port)}`,
    from: 'no-reply@example.com',
  })
  return { ...souk.context, ports: { ...souk.context.ports, mailer } }
}

const stateOf = async (to: string) =>
  souk.context.database
    .selectFrom('mails')
    .select(['state', 'attempts'])
    .where('recipient', '=', to)
    .executeTakeFirst()

describe('sendMails', () => {
  it('sends each committed email once over SMTP', async () => {
    const { email } = await souk.person({ displayName: 'Ada' })
    await sendMails(withSmtp())
    await sendMails(withSmtp())
    const mailsToAda = received.filter((mail) => mail.includes(`To: ${email}`))
    expect(mailsToAda).toHaveLength(1)
    expect(mailsToAda[0]).toMatch(/Subject: Verify your email address/)
    expect(await stateOf(email)).toEqual({ state: 'sent', attempts: 1 })
  })

  it('sends other mails while one server response is slow', async () => {
    const [slow, quick] = [await souk.person(), await souk.person()]
    const took = new EventEmitter()
    const arrived = once(took, quick.email)
    until = async (mail) => {
      if (mail.includes(`To: ${quick.email}`)) took.emit(quick.email)
      if (mail.includes(`To: ${slow.email}`)) await arrived
    }
    await sendMails(withSmtp())
    for (const { email } of [slow, quick]) {
      expect(await stateOf(email)).toEqual({ state: 'sent', attempts: 1 })
    }
  })

  it('retries with backoff and gives up eventually', async () => {
    const { email } = await souk.person()
    refuse = true
    await sendMails(withSmtp())
    expect(await sendMails(withSmtp())).toBe(0)
    souk.clock.advance(10 * second)
    await sendMails(withSmtp())
    expect(await stateOf(email)).toEqual({ state: 'queued', attempts: 2 })
    for (let attempt = 3; attempt <= 7; attempt++) {
      souk.clock.advance(480 * minute)
      await sendMails(withSmtp())
    }
    expect(await stateOf(email)).toEqual({ state: 'failed', attempts: 7 })
  })

  it('stores mails in the local mailbox without an SMTP server', async () => {
    const { email } = await souk.person()
    await souk.work()
    expect(await stateOf(email)).toEqual({ state: 'kept', attempts: 1 })
    const page = await souk.app.inject({ method: 'GET', url: '/dev/mail' })
    expect(page.body).toContain(email)
    const fromOtherHost = await souk.app.inject({
      method: 'GET',
      url: '/dev/mail',
      remoteAddress: '192.0.2.1',
    })
    expect(fromOtherHost.statusCode).toBe(404)
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const proxied = await souk.app.inject({ method: 'GET', url: '/dev/mail', headers })
    expect(proxied.statusCode).toBe(404)
  })
})
