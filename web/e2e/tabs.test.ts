import type { Agent } from 'souk-contract'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  agentSwitcher,
  callsOf,
  createPerson,
  signIn,
  switchTo,
  topUp,
  type TestPerson,
} from './test-people.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('acting agent of a tab', () => {
  let app: TestApp
  let ada: TestPerson
  let first: Agent
  let second: Agent
  let page: Page
  let other: Page
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    ada = await createPerson(app, 'Ada Author', ['Anna', 'Berta'])
    const [anna, berta] = ada.agents
    if (anna === undefined || berta === undefined) throw new Error('no agents')
    first = anna
    second = berta
    await topUp(app, ada, first, 50_000)
    page = await app.visit()
    await signIn(page, ada)
    other = await page.context().newPage()
    for (const tab of [page, other]) tab.on('pageerror', ({ message }) => errors.push(message))
  })
  afterEach(() => expect(errors).toEqual([]))
  afterAll(() => app.stop())

  const postsOf = async (agent: Agent) =>
    (await app.server().call('listPosts', { author: agent.id })).data.items.map(({ text }) => text)

  it('is the author of a post, even after another tab has switched agents', async () => {
    await page.goto(`/as/${first.name}/feed`)
    await page.getByLabel('Share an update').fill('Written as Anna')
    await other.goto(`/as/${first.name}/feed`)
    await switchTo(other, second)
    await other.getByLabel('Share an update').fill('Written as Berta')
    await other.getByRole('button', { name: 'Post', exact: true }).click()
    await waitForPost(other)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await waitForPost(page)
    expect(await postsOf(first)).toEqual(['Written as Anna'])
    expect(await postsOf(second)).toEqual(['Written as Berta'])
  })

  it('pays for a hire from its own wallet', async () => {
    const bob = await createPerson(app, 'Bob Builder', ['Bob'])
    const provider = bob.agents[0]?.name ?? ''
    await page.goto(`/as/${first.name}/agents/${provider}`)
    await other.goto(`/as/${second.name}/agents/${provider}`)
    await page.getByLabel('Describe what you need').fill('A letter')
    await page.getByLabel(/Price in/).fill('20.00')
    await page.getByRole('button', { name: 'Hire for $20.00' }).click()
    await page.getByRole('button', { name: 'Hire and hold $20.00' }).click()
    await page.waitForURL(`**/as/${first.name}/tasks/**`)
    await other.getByLabel('Describe what you need').fill('Another letter')
    await other.getByLabel(/Price in/).fill('20.00')
    await other.getByText('Still needed (balance: $0.00)').waitFor()
  })

  it('is sent with every call and stream, together with the person', async () => {
    await page.goto('about:blank')
    const calls = callsOf(page)
    for (const path of [
      '/money',
      '/my-work',
      '/threads',
      '/listings',
      '/settings/profile',
      '/notifications',
    ]) {
      await page.goto(`/as/${second.name}${path}`)
      await page.getByText('Live', { exact: true }).waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-label=Loading]') === null)
    }
    const seen = calls.map(({ path, headers }) => [
      path,
      headers()['x-agent-context'] ?? 'none',
      headers()['x-souk-web'],
    ])
    // Only the session check and the state of the marketplace are read before the agent is known.
    const early = ['/api/users/me', '/api/users/me/agents', '/api/market']
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.filter(([path]) => path === '/api/dashboard/stream')).not.toEqual([])
    expect(
      seen.filter(
        ([path, agent, who]) => !early.includes(path ?? '') && (agent !== second.id || who !== ada.userId),
      ),
    ).toEqual([])
  })

  it('changes with back and forward, without data of the other agent', async () => {
    const showsBerta = async () => {
      await page.waitForURL(`**/as/${second.name}/money`)
      // The previous screen may also show a zero amount, so the switcher identifies the new one.
      await page.getByRole('button', { name: /^Acting as Berta/ }).waitFor()
      expect(await page.getByText('$480.00').count()).toBe(0)
      await page.getByText('$0.00').first().waitFor()
      expect(await page.getByText('$480.00').count()).toBe(0)
    }
    await page.goto(`/as/${first.name}/money`)
    await page.getByText('$480.00').first().waitFor()
    await switchTo(page, second)
    await showsBerta()
    await page.goBack()
    await page.waitForURL(`**/as/${first.name}/money`)
    await page.getByText('$480.00').first().waitFor()
    expect(await agentSwitcher(page).textContent()).toContain('Anna')
    await page.goForward()
    await showsBerta()
  })

  it('completes a write after a switch, and the tab stays with the new agent', async () => {
    await page.goto(`/as/${first.name}/listings/new`)
    await page.getByLabel('Title').fill('Created during a switch')
    await page.getByLabel('Description').fill('A letter.')
    await page.getByText('Ask for offers', { exact: true }).click()
    let respond: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      respond = resolve
    })
    await page.route('**/api/listings', async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Save draft' }).click()
    expect((await sent).headers()['x-agent-context']).toBe(first.id)
    await switchTo(page, second)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    respond()
    await answered
    await page.unroute('**/api/listings')
    await page.getByRole('link', { name: 'My work' }).click()
    await page.waitForURL(`**/as/${second.name}/my-work`)
    const { items } = (await app.server().call('listMyListings', {}, { as: ada.token, agent: first.id })).data
    expect(items.map(({ title }) => title)).toEqual(['Created during a switch'])
  })

  it.each([
    ['/money?from=mail#top', 'money?from=mail#top'],
    ['/payments?session=1', 'money?session=1'],
    ['/my-work/given', 'my-work/given'],
    ['/listings?q=x', 'listings?q=x'],
    ['/', ''],
  ])('is the default agent when the path is %s', async (path, expected) => {
    const { call } = app.server()
    await call('selectAgent', { agentId: first.id }, { as: ada.token })
    await page.goto(path)
    await page.waitForURL(`${app.origin}/as/${first.name}${expected === '' ? '' : `/${expected}`}`)
  })

  it('stays your own when you open a public link of another person', async () => {
    await page.goto('/as/someone-else/listings?q=x#top')
    await page.waitForURL(`${app.origin}/as/${first.name}/listings?q=x#top`)
    const anonymous = await app.visit()
    await anonymous.goto(`/as/${first.name}/listings?q=x`)
    await anonymous.waitForURL(`${app.origin}/listings?q=x`)
    await anonymous.context().close()
  })

  it('gets a 404 page for an unknown path, with and without an agent', async () => {
    for (const path of ['/nothing', `/as/${first.name}/nothing`]) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    }
  })

  it('hides the previous balance from a member without wallet access', async () => {
    const { call } = app.server()
    const owner = await createPerson(app, 'Olga Owner', ['Office'])
    const office = owner.agents[0] ?? first
    const handle = `house-${office.name.slice(-8)}`
    const { organization } = (
      await call('createOrganization', { handle, displayName: 'Office' }, { as: owner.token })
    ).data
    await joinOrganization(app, owner, organization.id, ada)
    await call('assignAgent', { id: organization.id, agentId: office.id }, { as: owner.token })
    await page.goto(`/as/${first.name}/money`)
    await page
      .getByText(/\$[45]\d\d\.00/)
      .first()
      .waitFor()
    await switchTo(page, office)
    await page.getByText('You don’t have access').first().waitFor()
    expect(await page.getByText(/\$\d/).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Add funds' }).count()).toBe(0)
  })

  it('loses access when it is archived', async () => {
    const { call } = app.server()
    const input = { name: `short-${first.name.slice(-8)}`, displayName: 'Short' }
    const { agent } = (await call('createMyAgent', input, { as: ada.token })).data
    await page.goto(`/as/${agent.name}/money`)
    await page.getByRole('button', { name: 'Add funds' }).waitFor()
    await call('removeMyAgent', { agentId: agent.id }, { as: ada.token })
    await page.getByText(`You no longer have access to @${agent.name}`).waitFor({ timeout: 40_000 })
    expect(await page.getByRole('button', { name: 'Add funds' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Continue as Anna' }).click()
    await page.waitForURL(`**/as/${first.name}/money`)
    await page.goto(`/as/${agent.name}/money`)
    await page.getByText(`You don’t have access to @${agent.name}`).waitFor()
  })
})

/** The form resets once the post is created. */
async function waitForPost(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
}

async function joinOrganization(
  app: TestApp,
  owner: TestPerson,
  id: string,
  member: TestPerson,
): Promise<void> {
  const { call } = app.server()
  await call('inviteMember', { id, userId: member.userId, role: 'member' }, { as: owner.token })
  const { items } = (await call('listMyInvitations', {}, { as: member.token })).data
  const invitationId = items.find(({ state }) => state === 'pending')?.id ?? ''
  await call('respondToInvitation', { invitationId, accept: true }, { as: member.token })
}
