import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, join, openStage, type Somebody, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('a page', () => {
  let stage: Stage
  let page: Page
  let person: Somebody
  let token: string
  beforeAll(async () => {
    stage = await openStage()
    page = await stage.visit()
    person = await join(page, 'Lena Live')
    const { data } = await stage
      .server()
      .call('createSession', { email: person.email, password: person.password })
    token = data.token
  }, 120_000)
  afterAll(() => stage.stop())

  it('holds no token that a script could read', async () => {
    const kept = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ])
    expect(kept.join(' ')).not.toContain('souk_st_')
    const cookies = await page.context().cookies()
    expect(cookies).not.toEqual([])
    expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Strict')).toEqual([])
  })

  it('follows another window of the same person', async () => {
    const other = await page.context().newPage()
    await Promise.all([page.goto('/my-work/listings'), other.goto('/my-work/listings')])
    await page.getByText('You have no listings').waitFor()
    await stage
      .server()
      .call('createListing', { title: 'Made elsewhere', description: 'By software.' }, { as: token })
    await page.getByText('Made elsewhere').waitFor()
    await other.getByText('Made elsewhere').waitFor()
    await other.close()
  })

  it('goes on after the server was restarted, without a reload', async () => {
    await page.goto('/my-work/listings')
    await page.getByText('Live', { exact: true }).waitFor()
    const opened = await page.evaluate(() => performance.timeOrigin)
    await stage.restart()
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
    await stage
      .server()
      .call('createListing', { title: 'After the restart', description: 'Still here.' }, { as: token })
    await page.getByText('After the restart').waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  }, 180_000)

  it('lets a person approve what software may not do alone', async () => {
    const as = { as: token }
    const { call } = stage.server()
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
    const { secret } = (await call('createKey', { agentId: agent.id, label: 'robot' }, as)).data
    const asked = await call(
      'createListing',
      { title: 'Asked for by a robot', description: 'x' },
      { as: secret },
    )
    expect(asked.status).toBe(403)
    await page.goto('/approvals')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nothing waits for you').waitFor()
    await page.goto('/my-work/listings')
    await page.getByText('Asked for by a robot').waitFor()
  }, 90_000)
})
