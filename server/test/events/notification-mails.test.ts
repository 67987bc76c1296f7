/** Mail about notifications: who gets it, when, in which form, and how it ends. */
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { minute, second } from '../../src/lib/clock.ts'
import { createMailer } from '../../src/ports/mailer.ts'
import { sendMails } from '../../src/mails/send-mails.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'

let souk: Souk
let smtp: SMTPServer
let received: string[] = []
/** Response code to RCPT TO. */
let rejection: number | undefined
let dropConnection = false

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(rejection === undefined ? undefined : Object.assign(new Error('no'), { responseCode: rejection })),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        // The mail was taken, but the sender does not learn it.
        done(dropConnection ? Object.assign(new Error('lost'), { responseCode: 421 }) : undefined)
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { settings } = readConfig({})
  souk = await startSouk({ settings: { ...settings, mailsPerDay: 3 } })
})
afterEach(() => {
  received = []
  rejection = undefined
  dropConnection = false
})
afterAll(async () => {
  await souk.stop()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

async function send(): Promise<string[]> {
  const address = smtp.server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@example.com' })
  await souk.work(['event-relay', 'mail-plan'])
  while ((await sendMails({ ...souk.context, ports: { ...souk.context.ports, mailer } })) > 0);
  mailer.close()
  return received.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

interface Side {
  person: Person
  name: string
  asPerson: { as: string; agent: string }
}

async function side(fields: { displayName?: string; verified?: boolean } = {}): Promise<Side> {
  const { verified = true, displayName = 'Ada' } = fields
  const person = await souk.person({ verified })
  const agent = await souk.agent(person, { displayName })
  await send()
  received = []
  return { person, name: agent.name, asPerson: { as: person.token, agent: agent.id } }
}

const request = async (client: Side, provider: Side, words = 'Translate the manual') => {
  const sent = { name: provider.name, message: { parts: text(words) } }
  const { task } = (await souk.call('sendMessage', sent, client.asPerson)).data
  if (task === undefined) throw new Error('no task')
  return task
}
/** Number of mails that wait, after all events were planned. */
const queued = async () => {
  const { context } = souk
  await souk.work(['event-relay', 'mail-plan'])
  const waiting = await context.database
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .execute()
  return waiting.length
}
const to = (mails: readonly string[], { person }: Side) =>
  mails.filter((mail) => mail.includes(`To: ${person.email}`))

describe('planMails and sendMails', () => {
  it('mail an unseen request after two minutes, once, with headers and both forms', async () => {
    const [client, provider] = [await side({ displayName: 'Grace' }), await side()]
    const task = await request(client, provider)
    expect(await send()).toEqual([])
    souk.clock.advance(2 * minute)
    const [mail = '', ...more] = to(await send(), provider)
    expect(more).toEqual([])
    expect(mail).toMatch(/Auto-Submitted: auto-generated/i)
    expect(mail).toMatch(/Precedence: bulk/i)
    expect(mail).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/i)
    expect(mail).toMatch(/Message-ID: <mail_\w+@localhost>/i)
    expect(mail).toContain('Content-Type: text/plain')
    expect(mail).toContain('Content-Type: text/html')
    expect(mail).toContain('Start the work or decline the request.')
    expect(mail).toContain(`/as/${provider.name}/tasks/${provider.name}/${task.id}`)
    received = []
    souk.clock.advance(10 * minute)
    expect(to(await send(), provider)).toEqual([])
  })

  it('do not mail what was seen, switched off, or is for an unverified address', async () => {
    const client = await side()
    const [seen, off, unverified] = [await side(), await side(), await side({ verified: false })]
    await souk.call(
      'updateNotificationPreferences',
      { preferences: { request: { mail: false } } },
      off.asPerson,
    )
    for (const provider of [seen, off, unverified]) await request(client, provider)
    await send()
    await souk.call('readNotifications', {}, seen.asPerson)
    souk.clock.advance(2 * minute)
    expect(await send()).toEqual([])
  })

  it('write German and the time zone of the person', async () => {
    const [client, provider] = [await side({ displayName: 'www.evil.com' }), await side()]
    await souk.call('updateMe', { locale: 'de', timeZone: 'Europe/Berlin' }, provider.asPerson)
    await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    const [mail = ''] = to(await send(), provider)
    expect(mail).toContain('(Name nicht angezeigt)')
    expect(mail).toContain('Beginnen Sie die Arbeit oder lehnen Sie die Anfrage ab.')
    expect(mail).toContain('(Europe/Berlin)')
  })

  it('repeat an attempt whose outcome is unknown with the same Message-ID', async () => {
    const [client, provider] = [await side(), await side()]
    await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    dropConnection = true
    await send()
    dropConnection = false
    souk.clock.advance(10 * second)
    const mails = to(await send(), provider)
    expect(mails).toHaveLength(2)
    const ids = mails.map((mail) => /Message-ID: (\S+)/i.exec(mail)?.[1])
    expect(new Set(ids).size).toBe(1)
  })

  it('quote names and titles without links, control characters or header lines', async () => {
    const client = await side({ displayName: 'Support evil.com' })
    const provider = await side()
    await request(client, provider, 'Pay at https://evil.example/pay Bcc: victim@example.com now')
    await send()
    souk.clock.advance(2 * minute)
    const [mail = ''] = to(await send(), provider)
    expect(mail).not.toMatch(/evil|victim/)
    expect(mail).not.toMatch(/^Bcc:/m)
    expect(mail).toContain('Pay at')
  })

  it('batch unread messages after ten minutes into one mail', async () => {
    const [client, provider] = [await side(), await side()]
    const task = await request(client, provider)
    await send()
    await souk.call('readNotifications', {}, provider.asPerson)
    for (const words of ['One', 'Two', 'Three']) {
      const message = { parts: text(words), taskId: task.id }
      await souk.call('sendMessage', { name: provider.name, message }, client.asPerson)
    }
    await send()
    souk.clock.advance(9 * minute)
    expect(to(await send(), provider)).toEqual([])
    souk.clock.advance(minute)
    expect(to(await send(), provider)).toHaveLength(1)
  })

  it('stop at the daily limit, whatever plus address the account uses, and send a digest a day later', async () => {
    const provider = await side()
    const clients = [await side(), await side(), await side(), await side(), await side(), await side()]
    const [last = expect.fail(), ...first] = clients
    for (const client of first) await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    expect(to(await send(), provider)).toHaveLength(3)
    received = []
    const plus = provider.person.email.replace('@', '+more@')
    await souk.call('updateMe', { email: plus, currentPassword: provider.person.password }, provider.asPerson)
    await souk.call('verifyEmail', { token: await souk.mailedToken(plus, /Verify/) })
    await request(last, provider)
    await send()
    souk.clock.advance(2 * minute)
    expect((await send()).filter((mail) => mail.includes('requests work'))).toEqual([])
    received = []
    souk.clock.advance(24 * 60 * minute)
    const digests = (await send()).filter((mail) => mail.includes('Subject: You have more notifications'))
    expect(digests).toHaveLength(1)
    expect(digests[0]).toContain('Notifications that were not emailed: 3')
  })

  it('mail nothing to a person who lost access before the mail was due', async () => {
    const [client, provider] = [await side(), await side()]
    const linked = await side()
    const { code } = (await souk.call('createLinkCode', {}, provider.asPerson)).data
    await souk.call('linkAgent', { code }, { as: linked.person.token })
    await request(client, provider)
    await send()
    received = []
    const agentId = provider.asPerson.agent
    await souk.call('removeMyAgent', { agentId }, { as: linked.person.token })
    souk.clock.advance(2 * minute)
    const mails = await send()
    expect(to(mails, linked)).toEqual([])
    expect(to(mails, provider)).toHaveLength(1)
  })

  it('suppress an address that the mail server rejects permanently, until an operator allows it', async () => {
    const [client, provider] = [await side(), await side()]
    await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    rejection = 550
    await send()
    const { items } = (await souk.call('listSuppressions', {}, asOperator)).data
    expect(items).toMatchObject([{ address: provider.person.email, reason: 'bounce' }])
    expect(await queued()).toBe(0)
    rejection = undefined
    await request(client, provider, 'Another')
    await send()
    souk.clock.advance(2 * minute)
    expect(to(await send(), provider)).toEqual([])
    await souk.call('unsuppressAddress', { address: provider.person.email }, asOperator)
    await request(client, provider, 'A third')
    await send()
    souk.clock.advance(2 * minute)
    expect(to(await send(), provider)).toHaveLength(1)
    const again = await souk.call('unsuppressAddress', { address: provider.person.email }, asOperator)
    expect(again.status).toBe(404)
  })

  it('retry after a temporary rejection without suppressing', async () => {
    const [client, provider] = [await side(), await side()]
    await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    rejection = 451
    await send()
    rejection = undefined
    expect((await souk.call('listSuppressions', {}, asOperator)).data.items).toEqual([])
    souk.clock.advance(10 * second)
    expect(to(await send(), provider)).toHaveLength(1)
  })
})

describe('unsubscribe', () => {
  const link = async () => {
    const [client, provider] = [await side(), await side()]
    await request(client, provider)
    await send()
    souk.clock.advance(2 * minute)
    const [mail = ''] = to(await send(), provider)
    const url = /List-Unsubscribe:\s*<([^>]+)>/i.exec(mail.replaceAll(/\r\n\s+/g, ''))?.[1] ?? ''
    return { client, provider, path: url.replace(souk.context.config.settings.origin, '') }
  }
  const mailOn = async ({ asPerson }: Side) =>
    (await souk.call('getNotificationPreferences', {}, asPerson)).data.preferences.find(
      ({ topic }) => topic === 'request',
    )?.mail
  const post = (url: string) =>
    souk.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })

  it('switches mail of the topic off only with POST, without a session', async () => {
    const { provider, path } = await link()
    const page = await souk.app.inject({ method: 'GET', url: path })
    expect(page.statusCode).toBe(200)
    const policy = String(page.headers['content-security-policy']).split('; ')
    expect(policy).toEqual(expect.arrayContaining(["style-src 'self'", "form-action 'self'"]))
    expect(await mailOn(provider)).toBe(true)
    expect((await post(path)).statusCode).toBe(200)
    expect(await mailOn(provider)).toBe(false)
    expect((await post(path)).statusCode).toBe(200)
  })

  it('speaks the language of the person', async () => {
    const { provider, path } = await link()
    await souk.call('updateMe', { locale: 'de' }, provider.asPerson)
    const page = await souk.app.inject({ method: 'GET', url: path })
    expect(page.body).toContain('E-Mails zu diesem Thema abbestellen')
    expect((await post(path)).body).toContain(
      'Sie erhalten keine E-Mails mehr zu diesem Thema: Neue Anfragen',
    )
  })

  it('refuses a link for another person, another topic or without a signature', async () => {
    const { client, provider, path } = await link()
    const foreign = path.replace(/usr_\w+/, client.person.user.id)
    const attempts = [
      foreign,
      path.replace('.request.', '.payout.'),
      path.slice(0, -2),
      '/mail/unsubscribe',
      '/mail/unsubscribe?token=a&token=b',
    ]
    for (const attempt of attempts) expect((await post(attempt)).statusCode, attempt).toBe(404)
    expect(await mailOn(client)).toBe(true)
    expect(await mailOn(provider)).toBe(true)
  })
})
