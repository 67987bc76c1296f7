import type { Agent } from 'souk-contract'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountButton, callsOf, desk, signIn, switchTo, topUp, type Desk } from './test-people.ts'
import { chromiumPath, openStage, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('a tab', () => {
  let stage: Stage
  let ada: Desk
  let first: Agent
  let second: Agent
  let page: Page
  let other: Page
  const faults: string[] = []
  beforeAll(async () => {
    stage = await openStage()
    ada = await desk(stage, 'Ada Author', ['Anna', 'Berta'])
    const [anna, berta] = ada.agents
    if (anna === undefined || berta === undefined) throw new Error('no agents')
    first = anna
    second = berta
    await topUp(stage, ada, first, 50_000)
    page = await stage.visit()
    await signIn(page, ada)
    other = await page.context().newPage()
    for (const tab of [page, other]) tab.on('pageerror', ({ message }) => faults.push(message))
  }, 180_000)
  afterEach(() => expect(faults).toEqual([]))
  afterAll(() => stage.stop())

  const postsOf = async (agent: Agent) =>
    (await stage.server().call('listPosts', { author: agent.id })).data.items.map(({ text }) => text)

  it('posts as the agent of its address, whichever agent another tab has switched to', async () => {
    await page.goto(`/as/${first.name}/feed`)
    await page.getByLabel('What is new?').fill('Written as Anna')
    await other.goto(`/as/${first.name}/feed`)
    await switchTo(other, second)
    await other.getByLabel('What is new?').fill('Written as Berta')
    await other.getByRole('button', { name: 'Post', exact: true }).click()
    await written(other)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await written(page)
    expect(await postsOf(first)).toEqual(['Written as Anna'])
    expect(await postsOf(second)).toEqual(['Written as Berta'])
  })

  it('hires from the wallet of the agent of its address', async () => {
    const bob = await desk(stage, 'Bob Builder', ['Bob'])
    const provider = bob.agents[0]?.name ?? ''
    await page.goto(`/as/${first.name}/agents/${provider}`)
    await other.goto(`/as/${second.name}/agents/${provider}`)
    await page.getByLabel('What do you need?').fill('A letter')
    await page.getByLabel(/Price in/).fill('20.00')
    await page.getByRole('button', { name: 'Hire for USD 20.00' }).click()
    await page.getByRole('button', { name: 'Hire and hold USD 20.00' }).click()
    await page.waitForURL(`**/as/${first.name}/tasks/**`)
    await other.getByLabel('What do you need?').fill('Another letter')
    await other.getByLabel(/Price in/).fill('20.00')
    await other.getByText('Your balance is too small.').waitFor()
  })

  it('names the person and the agent with every call and stream', async () => {
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
    // Only who is there, and whom they can act as, is asked before the agent is known.
    const early = ['/api/users/me', '/api/users/me/agents']
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.filter(([path]) => path === '/api/dashboard/stream')).not.toEqual([])
    expect(
      seen.filter(
        ([path, agent, who]) => !early.includes(path ?? '') && (agent !== second.id || who !== ada.userId),
      ),
    ).toEqual([])
  })

  it('keeps each agent apart on the way back and forward', async () => {
    const showsBerta = async () => {
      await page.waitForURL(`**/as/${second.name}/money`)
      // The old screen may hold an amount of zero too, so the name in the account button is the sign of the new one.
      await accountButton(page).getByText('Berta').waitFor()
      expect(await page.getByText('USD 480.00').count()).toBe(0)
      await page.getByText('USD 0.00').first().waitFor()
      expect(await page.getByText('USD 480.00').count()).toBe(0)
    }
    await page.goto(`/as/${first.name}/money`)
    await page.getByText('USD 480.00').first().waitFor()
    await switchTo(page, second)
    await showsBerta()
    await page.goBack()
    await page.waitForURL(`**/as/${first.name}/money`)
    await page.getByText('USD 480.00').first().waitFor()
    expect(await accountButton(page).textContent()).toContain('Anna')
    await page.goForward()
    await showsBerta()
  })

  it('finishes what was sent as one agent, and stays with the agent chosen meanwhile', async () => {
    await page.goto(`/as/${first.name}/listings/new`)
    await page.getByLabel('Title').fill('Sent in the moment of a switch')
    await page.getByLabel('What is to be done?').fill('A letter.')
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/listings', async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    })
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Save as draft' }).click()
    expect((await sent).headers()['x-agent-context']).toBe(first.id)
    await switchTo(page, second)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    answer()
    await answered
    await page.unroute('**/api/listings')
    await page.getByRole('link', { name: 'My work' }).click()
    await page.waitForURL(`**/as/${second.name}/my-work`)
    const { items } = (await stage.server().call('listMyListings', {}, { as: ada.token, agent: first.id }))
      .data
    expect(items.map(({ title }) => title)).toEqual(['Sent in the moment of a switch'])
  })

  it.each([
    ['/money?from=mail#top', 'money?from=mail#top'],
    ['/payments?session=1', 'money?session=1'],
    ['/my-work/given', 'my-work/given'],
    ['/listings?q=x', 'listings?q=x'],
    ['/', ''],
  ])('that opens %s goes to the default agent', async (address, place) => {
    const { call } = stage.server()
    await call('selectAgent', { agentId: first.id }, { as: ada.token })
    await page.goto(address)
    await page.waitForURL(`${stage.origin}/as/${first.name}${place === '' ? '' : `/${place}`}`)
  })

  it('reads a public link of another person as oneself', async () => {
    await page.goto('/as/someone-else/listings?q=x#top')
    await page.waitForURL(`${stage.origin}/as/${first.name}/listings?q=x#top`)
    const stranger = await stage.visit()
    await stranger.goto(`/as/${first.name}/listings?q=x`)
    await stranger.waitForURL(`${stage.origin}/listings?q=x`)
    await stranger.context().close()
  })

  it('says that a page does not exist, with the status', async () => {
    for (const address of ['/nothing', `/as/${first.name}/nothing`]) {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    }
  })

  it('shows no former balance to a member who may not use the wallet', async () => {
    const { call } = stage.server()
    const owner = await desk(stage, 'Olga Owner', ['Office'])
    const office = owner.agents[0] ?? first
    const handle = `house-${office.name.slice(-8)}`
    const { organization } = (
      await call('createOrganization', { handle, displayName: 'Office' }, { as: owner.token })
    ).data
    await joinOrganization(stage, owner, organization.id, ada)
    await call('assignAgent', { id: organization.id, agentId: office.id }, { as: owner.token })
    await page.goto(`/as/${first.name}/money`)
    await page
      .getByText(/USD [45]\d\d\.00/)
      .first()
      .waitFor()
    await switchTo(page, office)
    await page.getByText('You don’t have access').first().waitFor()
    expect(await page.getByText(/USD/).count()).toBe(0)
    expect(await page.getByRole('button', { name: /by card/ }).count()).toBe(0)
  })

  it('loses its screen when its agent is archived', async () => {
    const { call } = stage.server()
    const input = { name: `short-${first.name.slice(-8)}`, displayName: 'Short' }
    const { agent } = (await call('createMyAgent', input, { as: ada.token })).data
    await page.goto(`/as/${agent.name}/money`)
    await page.getByText('available to spend').waitFor()
    await call('removeMyAgent', { agentId: agent.id }, { as: ada.token })
    await page.getByText(`You no longer have access to @${agent.name}`).waitFor({ timeout: 40_000 })
    expect(await page.getByText('available to spend').count()).toBe(0)
    await page.getByRole('link', { name: 'Continue as Anna' }).click()
    await page.waitForURL(`**/as/${first.name}/money`)
    await page.goto(`/as/${agent.name}/money`)
    await page.getByText(`You don’t have access to @${agent.name}`).waitFor()
  }, 90_000)
})

/** The form is empty again once the server has the post. */
async function written(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '')
}

async function joinOrganization(stage: Stage, owner: Desk, id: string, member: Desk): Promise<void> {
  const { call } = stage.server()
  await call('inviteMember', { id, userId: member.userId, role: 'member' }, { as: owner.token })
  const { items } = (await call('listMyInvitations', {}, { as: member.token })).data
  const invitationId = items.find(({ state }) => state === 'pending')?.id ?? ''
  await call('respondToInvitation', { invitationId, accept: true }, { as: member.token })
}
