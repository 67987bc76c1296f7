/** Users must not be able to send emails with their own text, or many emails, through the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { day, hour } from '../../src/lib/clock.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { newHandle, signIn, statusesOf } from '../fixtures/people/organizations.ts'

let souk: Souk
beforeAll(async () => {
  const { settings } = readConfig({})
  souk = await startSouk({ settings })
})
afterAll(() => souk.stop())

const phishingText = 'Account locked: https://evil.example/x evil.com'

async function organizationOf(owner: Person, displayName: string): Promise<string> {
  const fields = { handle: newHandle(), displayName }
  return (await souk.call('createOrganization', fields, { as: owner.token })).data.organization.id
}

const inviteTo = (id: string, owner: Person, email: string) =>
  souk.call('inviteMember', { id, email, role: 'member' }, { as: owner.token })

const mailsTo = async (address: string) => (await souk.mails()).filter(({ to }) => to === address)

/** Texts that mail programs turn into links. */
const linksIn = (text: string) =>
  text.match(/\bhttps?:\/\/\S+|\b[\w-]+(\.[\w-]+)*\.(com|example)\b\S*/g) ?? []

describe('mails', () => {
  it('about an account contain no text chosen by its owner', async () => {
    const { email } = await souk.person({ displayName: phishingText })
    souk.clock.advance(1000)
    await souk.call('resetPassword', { email })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Reset your password', 'Verify your email address'])
    for (const { subject, text } of mails) {
      expect(`${subject}\n${text}`).not.toMatch(/evil|locked/)
    }
  })

  it('invitations quote shortened names without links', async () => {
    const owner = await souk.person({ displayName: phishingText })
    const id = await organizationOf(owner, `Support www.evil.com ${'x'.repeat(40)}`)
    await inviteTo(id, owner, 'victim@example.com')
    const [mail] = await mailsTo('victim@example.com')
    expect(mail?.subject).toBe(`Invitation to the organization “Support ${'x'.repeat(31)}…”`)
    expect(mail?.text).toContain('“Account locked:” invited you')
    const { origin } = souk.context.config.settings
    expect(linksIn(mail?.text ?? '').filter((link) => !link.startsWith(origin))).toEqual([])
  })
})

describe('inviteMember', () => {
  it('allows three invitations a day for an unverified account', async () => {
    const owner = await souk.person()
    const id = await organizationOf(owner, 'Acme')
    const addresses = [1, 2, 3, 4, 5].map((count) => `guest${count}-${id}@example.com`)
    const responses = await Promise.all(addresses.map((email) => inviteTo(id, owner, email)))
    expect(statusesOf(responses)).toEqual([200, 200, 200, 429, 429])
    const refused = responses.find(({ status }) => status === 429)
    expect(refused?.body['hint']).toContain('Verify your email address')
    expect(refused?.headers['retry-after']).toBe(String(day / 1000))
    const sent = (await souk.mails()).filter(({ to }) => addresses.includes(to))
    expect(sent).toHaveLength(3)
    await souk.call('verifyEmail', { token: await souk.mailedToken(owner.email, /Verify/) })
    expect((await inviteTo(id, owner, `verified-${id}@example.com`)).status).toBe(200)
  })

  it('counts withdrawn invitations and other organizations, and resets after a day', async () => {
    const owner = await souk.person()
    const [first, second] = [await organizationOf(owner, 'One'), await organizationOf(owner, 'Two')]
    for (const [index, id] of [first, second, first].entries()) {
      const { data } = await inviteTo(id, owner, `again${index}-${first}@example.com`)
      const invitation = { id, invitationId: data.invitation.id }
      await souk.call('withdrawInvitation', invitation, { as: owner.token })
    }
    const again = async (person: Person) =>
      (await inviteTo(second, person, `more-${first}@example.com`)).status
    expect(await again(owner)).toBe(429)
    souk.clock.advance(day + hour)
    expect(await again(await signIn(souk, owner))).toBe(200)
  })
})
