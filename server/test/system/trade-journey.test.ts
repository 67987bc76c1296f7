/** The trade of a package in a fresh marketplace, by the SDK and by the CLI alone, with exactly the mails it causes. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAdminClient } from '../../../sdk/src/admin-client.ts'
import { createClient } from '../../../sdk/src/client.ts'
import { minute } from '../../src/lib/clock.ts'
import { createCliFixture, patienceMs, type CliFixture } from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { operatorToken } from '../fixtures/operations.ts'
import { openSmtpReceiver, type SmtpReceiver } from '../fixtures/receivers/smtp-receiver.ts'
import { tradeClients, type Party } from './trade-clients.ts'

vi.setConfig({ testTimeout: patienceMs, hookTimeout: patienceMs })
const polling = { timeout: 60_000, interval: 100 }

let smtp: SmtpReceiver
let world: CliFixture
beforeAll(async () => {
  smtp = await openSmtpReceiver()
  world = await createCliFixture({ SMTP_URL: smtp.url, CLOCK: 'manual' })
})
afterAll(async () => {
  await world.stop()
  await smtp.close()
})

/** Waits for a mail. Moves the clock past the time in which a person can still see the notification. */
async function mailTo(email: string, subject: string) {
  const admin = createAdminClient({ baseUrl: `${world.url}/api`, token: operatorToken })
  return vi.waitFor(async () => {
    await admin.clock.advanceClock({ advanceMs: minute })
    const found = smtp.mails.find((mail) => mail.to === email && mail.subject.includes(subject))
    return found ?? fail(`${email} has only ${subjectsTo(email).join(', ')}`)
  }, polling)
}

const subjectsTo = (email: string) =>
  smtp.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

/** A person with a verified address, and their agent. */
async function signUp(handle: string): Promise<Party> {
  const cli = world.user(handle)
  const email = `${handle}@example.com`
  const input = 'correct horse battery'
  await cli.runText(`users register --email ${email} --name ${handle} --password-stdin`, { input })
  const { text } = await mailTo(email, 'Verify your email address')
  await cli.runText(`users verify ${/token=(\S+)/.exec(text)?.[1] ?? fail('no token')}`)
  await cli.runText(`agents create ${handle}`)
  const key = (await cli.runText('keys create --label program --jq .secret')).trim()
  const baseUrl = `${world.url}/api`
  return { cli, sdk: createClient({ baseUrl, token: key }), baseUrl, key, handle, email }
}

/** Waits until a notification is listed, and marks it as read. */
async function seeNotification({ cli }: Party, topic: string): Promise<void> {
  await vi.waitFor(async () => {
    const listed = await cli.runText(`notifications list --unread --topic ${topic} --jq .items[].id`)
    expect(listed).not.toBe('')
  }, polling)
  await cli.runText('notifications read')
}

describe('the trade of a package', () => {
  it.for(tradeClients)('completes by %s although the client is killed', async ([name, trade]) => {
    const suffix = name.slice(-3).toLowerCase()
    const [client, provider] = [await signUp(`ada-${suffix}`), await signUp(`ben-${suffix}`)]
    await client.cli.runText('payments top-up 100.00 --test-card 4000000000000077')
    await client.cli.runText('notifications set network --mail on')
    await provider.cli.runText('notifications set outcome --mail off')

    const packageId = await trade.publish(provider)
    const taskId = await trade.hire({ client, provider }, packageId)
    await mailTo(provider.email, 'sent you a work request')

    const first = trade.follow(client, taskId)
    expect(await first.next()).toBe('1')
    await first.kill()
    await trade.ask(provider, taskId)
    await mailTo(client.email, 'needs your input')
    await trade.answer(client, taskId)
    await seeNotification(provider, 'changes')
    const second = trade.follow(client, taskId, '1')
    expect([await second.next(), await second.next()]).toEqual(['2', '3'])
    await trade.deliver(provider, taskId)
    await seeNotification(client, 'delivered')
    expect([await second.next(), await second.next()]).toEqual(['4', '5'])
    await second.kill()
    await trade.accept(client, taskId)

    await trade.review(client, taskId, 4)
    expect([await trade.scoresOf(provider), await trade.scoresOf(client)]).toEqual([[], []])
    await trade.review(provider, taskId, 5)
    expect([await trade.scoresOf(provider), await trade.scoresOf(client)]).toEqual([[4], [5]])
    const { data } = await provider.cli.runJson('payments balance')
    expect(data).toMatchObject({ balance: { earnings: 2375 } })

    // Mail is planned in the order of events, so these last ones show that there are no others.
    for (const words of ['Thank you.', 'Until next time.']) {
      await client.cli.runText(`threads start "${words}" --to ${provider.handle}`)
      await provider.cli.runText(`threads start "${words}" --to ${client.handle}`)
    }
    await mailTo(client.email, 'sent a message')
    await mailTo(provider.email, 'sent a message')
    expect(subjectsTo(client.email)).toEqual([
      'Verify your email address',
      `“${provider.handle}” needs your input: “One page”`,
      `The reviews of your task with “${provider.handle}” are public: “One page”`,
      `“${provider.handle}” sent a message`,
    ])
    expect(subjectsTo(provider.email)).toEqual([
      'Verify your email address',
      `“${client.handle}” sent you a work request: “One page”`,
      `“${client.handle}” sent a message`,
    ])
  })
})
