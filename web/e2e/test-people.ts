/** People with several agents, made through the API, and signed in to a browser by its cookie. */
import type { Agent } from 'souk-contract'
import type { Page } from 'playwright-core'
import { somebody, type Somebody, type Stage } from './test-app.ts'

export interface Desk extends Somebody {
  readonly userId: string
  readonly token: string
  /** In the order of their display names; the first is the default. */
  readonly agents: readonly Agent[]
}

export async function desk(stage: Stage, displayName: string, agentNames: readonly string[]): Promise<Desk> {
  const { call } = stage.server()
  const person = somebody(displayName)
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

/** All tabs of the page's browser are signed in from now on, without any of them being told. */
export async function signIn(page: Page, { email, password }: Somebody): Promise<void> {
  const answer = await page.request.post('/api/sessions', { data: { email, password, cookie: true } })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Ends every session of a browser from elsewhere. */
export async function endSessions(stage: Stage, { email, password }: Somebody): Promise<void> {
  const { call } = stage.server()
  const { token, session } = (await call('createSession', { email, password })).data
  const { items } = (await call('listSessions', { limit: 100 }, { as: token })).data
  for (const { id } of items) {
    if (id !== session.id) await call('endSession', { sessionId: id }, { as: token })
  }
}

export async function topUp(stage: Stage, { token }: Desk, agent: Agent, amount: number): Promise<void> {
  const { call } = stage.server()
  const as = { as: token, agent: agent.id }
  const { session } = (await call('startTopUp', { amount, currency: 'USD' }, as)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242424242424242' }),
  })
  const deadline = Date.now() + 30_000
  while ((await call('getBalance', {}, as)).data.balance.available === 0) {
    if (Date.now() > deadline) throw new Error('The money did not arrive.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Calls of the app to its API, as the browser sent them. */
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

export const accountButton = (page: Page) => page.getByRole('button', { name: /Account of/ })

/** Chooses another agent in the menu of the header. */
export async function switchTo(page: Page, agent: Agent): Promise<void> {
  await accountButton(page).click()
  await page
    .getByRole('navigation', { name: 'Acting as' })
    .getByRole('link', { name: `@${agent.name}` })
    .click()
  await page.waitForURL(`**/as/${agent.name}/**`)
}
