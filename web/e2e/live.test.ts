import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from './operator-fixture.ts'
import { chromiumPath, signUp, startTestApp, type Credentials, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('live updates', () => {
  let app: TestApp
  let page: Page
  let person: Credentials
  let token: string
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
    person = await signUp(page, 'Lena Live')
    const { data } = await app
      .server()
      .call('createSession', { email: person.email, password: person.password })
    token = data.token
  })
  afterAll(() => app.stop())

  it('keep the session token out of reach of scripts', async () => {
    const stored = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ])
    expect(stored.join(' ')).not.toContain('souk_st_')
    const cookies = await page.context().cookies()
    expect(cookies).not.toEqual([])
    expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Strict')).toEqual([])
  })

  it('show a new listing in every tab of the person', async () => {
    const other = await page.context().newPage()
    await Promise.all([page.goto('/my-work/listings'), other.goto('/my-work/listings')])
    await page.getByText('No jobs yet').waitFor()
    await app
      .server()
      .call('createListing', { title: 'Made elsewhere', description: 'By software.' }, { as: token })
    await page.getByText('Made elsewhere').waitFor()
    await other.getByText('Made elsewhere').waitFor()
    await other.close()
  })

  it('show a change that was made after the page had loaded and before its stream opened', async () => {
    let openStream: (() => void) | undefined
    await page.route('**/dashboard/stream', (stream) => {
      openStream = () => void stream.continue()
    })
    await page.goto('/my-work/listings')
    await page.getByText('Made elsewhere').waitFor()
    await app
      .server()
      .call('createListing', { title: 'Before the stream', description: 'By software.' }, { as: token })
    await expect.poll(() => app.query('select id from outbox')).toEqual([])
    expect(await page.getByText('Before the stream').count()).toBe(0)
    openStream?.()
    await page.getByText('Before the stream').waitFor()
    await page.unroute('**/dashboard/stream')
  })

  it('show a change that was made while the first reply of a page was on its way', async () => {
    let deliver: (() => void) | undefined
    await page.route(
      '**/listings/me*',
      async (route) => {
        const response = await route.fetch()
        deliver = () => void route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.goto('/my-work/listings')
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => deliver !== undefined).toBe(true)
    const streamed = page.waitForRequest(/\/notifications/)
    await app
      .server()
      .call('createListing', { title: 'Amid the load', description: 'By software.' }, { as: token })
    await expect.poll(() => app.query('select id from outbox')).toEqual([])
    await streamed
    deliver?.()
    await page.getByText('Before the stream').waitFor()
    await page.getByText('Amid the load').waitFor()
  })

  it('load a reply that takes longer than the time between two events', async () => {
    const { call } = app.server()
    await page.goto('/my-work/listings')
    await page.getByText('Made elsewhere').waitFor()
    const network = await page.context().newCDPSession(page)
    const latency = (ms: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: ms,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    await latency(600)
    const { listing } = (
      await call('createListing', { title: 'Amid events', description: 'By software.' }, { as: token })
    ).data
    const added = page.getByText('Amid events')
    for (let times = 0; times < 150 && (await added.count()) === 0; times++) {
      await call('updateListing', { listingId: listing.id, description: `Change ${times}.` }, { as: token })
    }
    expect(await added.count()).toBe(1)
    await latency(0)
  })

  it('refresh pages of visitors, who have no stream, when the window regains focus', async () => {
    const visitor = await app.visit()
    await visitor.clock.install()
    await visitor.goto('/listings')
    await visitor.getByText('Made elsewhere').waitFor()
    await app
      .server()
      .call('createListing', { title: 'Posted meanwhile', description: 'By software.' }, { as: token })
    // Replies become stale after ten seconds.
    await visitor.clock.fastForward(11_000)
    expect(await visitor.getByText('Posted meanwhile').count()).toBe(0)
    await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await visitor.getByText('Posted meanwhile').waitFor()
    await visitor.context().close()
  })

  it('resume after a server restart without a reload', async () => {
    await page.goto('/my-work/listings')
    await page.getByText('Live', { exact: true }).waitFor()
    const opened = await page.evaluate(() => performance.timeOrigin)
    await app.restart()
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
    await app
      .server()
      .call('createListing', { title: 'After the restart', description: 'Still here.' }, { as: token })
    await page.getByText('After the restart').waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  })

  it('say that the device is offline, and update when it is back', async () => {
    await page.goto('/my-work/listings')
    await page.getByText('After the restart').waitFor()
    const opened = await page.evaluate(() => performance.timeOrigin)
    await page.context().setOffline(true)
    await page.getByText('You’re offline').waitFor()
    await page.getByText('After the restart').waitFor()
    await app
      .server()
      .call('createListing', { title: 'Written meanwhile', description: 'By software.' }, { as: token })
    await page.context().setOffline(false)
    await page.getByText('You’re offline').waitFor({ state: 'detached' })
    await page.getByText('Written meanwhile').waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  })

  it('leave the navigation around a page that needs the network, and open it when that is back', async () => {
    await page.goto('/my-work/listings')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.context().setOffline(true)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Connections' }).click()
    await page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor()
    await navigation.waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor({ timeout: 60_000 })
  })

  it('show a decision of the operators', async () => {
    const { call } = app.server()
    const operator = await createOperator(app, await app.visit(), 'Olive Operator', 'admin')
    const as = { as: operator.token }
    const text = 'The best translations, guaranteed!'
    const { post } = (await call('createPost', { text }, { as: token })).data
    const opening = { kind: 'post', subjectId: post.id, reason: 'Repeated advertising.' } as const
    const opened = await call('openCase', opening, as)
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    expect(await page.getByText('Please advertise less.').count()).toBe(0)
    const decision = {
      caseId: opened.data.case.id,
      outcome: 'warn',
      reason: 'Please advertise less.',
    } as const
    expect((await call('decideCase', decision, as)).status).toBe(200)
    await page.getByText('Please advertise less.').waitFor()
  })

  it('show an approval request of a key, which a person approves', async () => {
    const as = { as: token }
    const { call } = app.server()
    const { agent } = (await call('getMyAgent', {}, as)).data
    await call(
      'updateApprovalGate',
      {
        agentId: agent.id,
        version: 0,
        mode: 'enforce',
        rules: { 'listing.create': { effect: 'requireApproval' } },
      },
      as,
    )
    const { secret } = (await call('createKey', { agentId: agent.id, label: 'worker' }, as)).data
    const refused = await call(
      'createListing',
      { title: 'Requested by software', description: 'x' },
      { as: secret },
    )
    expect(refused.status).toBe(403)
    await page.goto('/approvals')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('No pending approvals').waitFor()
    await page.goto('/my-work/listings')
    await page.getByText('Requested by software').waitFor()
  })
})
