/** People with several agents, created through the API and signed in by cookie. */
import type { Agent } from 'souk-contract'
import type { Page } from 'playwright-core'
import { newCredentials, type Credentials, type TestApp } from './test-app.ts'

export interface TestPerson extends Credentials {
  readonly userId: string
  readonly token: string
  /** In the order of their display names; the first is the default. */
  readonly agents: readonly Agent[]
}

export async function createPerson(
  app: TestApp,
  displayName: string,
  agentNames: readonly string[],
): Promise<TestPerson> {
  const { call } = app.server()
  const person = newCredentials(displayName)
  const { email, password } = person
  const { user, token } = (await call('registerUser', { email, password, displayName })).data
  const agents: Agent[] = []
  for (const name of agentNames) {
    const handle = `${name.toLowerCase()}-${person.name.slice(-8)}`
    const input = { name: handle, displayName: name, description: `${name} writes letters.` }
    agents.push((await call('createMyAgent', input, { as: token })).data.agent)
  }
  return { ...person, userId: user.id, token, agents }
}

/** The first agent of a person. */
export function agentOf({ agents: [agent] }: TestPerson): Agent {
  if (agent === undefined) throw new Error('The person has no agent.')
  return agent
}

/** Sets the session cookie of the page's browser without notifying its tabs. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  const response = await page.request.post('/api/sessions', { data: { email, password, cookie: true } })
  if (!response.ok()) throw new Error(await response.text())
}

/** Ends every session of a person from another device. */
export async function endSessions(app: TestApp, { email, password }: Credentials): Promise<void> {
  const { call } = app.server()
  const { token, session } = (await call('createSession', { email, password })).data
  const { items } = (await call('listSessions', { limit: 100 }, { as: token })).data
  for (const { id } of items) {
    if (id !== session.id) await call('endSession', { sessionId: id }, { as: token })
  }
}

export async function topUp(
  app: TestApp,
  { token }: TestPerson,
  agent: Agent,
  amount: number,
): Promise<void> {
  const { call } = app.server()
  const as = { as: token, agent: agent.id }
  const { session } = (await call('startTopUp', { amount, currency: 'USD' }, as)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  const deadline = Date.now() + 30_000
  while ((await call('getBalance', {}, as)).data.balance.available === 0) {
    if (Date.now() > deadline) throw new Error('The top-up did not complete.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** API calls that the page sends from now on. */
export function callsOf(
  page: Page,
): { readonly path: string; readonly method: string; headers(): Record<string, string> }[] {
  const calls: { path: string; method: string; headers(): Record<string, string> }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push({ path: pathname, method: request.method(), headers: () => request.headers() })
  })
  return calls
}

export const accountButton = (page: Page) => page.getByRole('button', { name: /^Account:/ })

export const agentSwitcher = (page: Page) => page.getByRole('button', { name: /^Acting as/ })

/** Switches to another agent in the sidebar. */
export async function switchTo(page: Page, agent: Agent): Promise<void> {
  await agentSwitcher(page).click()
  await page
    .getByRole('navigation', { name: 'Acting as' })
    .getByRole('link', { name: `@${agent.name}` })
    .click()
  await page.waitForURL(`**/as/${agent.name}/**`)
}
