/** The whole way of a person who hires from a chat host: only the URL of the server is given to the official client. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerRedirect, redirectUri } from './authorization.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, createPerson, signIn, topUp, type TestPerson } from './test-people.ts'

/** Storage of a host, and its way to open a browser. */
function createHost(page: Page) {
  const stored: { client?: object; tokens?: object; verifier?: string; returned?: URLSearchParams } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Chat', redirect_uris: [redirectUri] },
    clientInformation: () => (stored.client === undefined ? undefined : Object(stored.client)),
    saveClientInformation: (client) => void (stored.client = client),
    tokens: () => (stored.tokens === undefined ? undefined : Object(stored.tokens)),
    saveTokens: (tokens) => void (stored.tokens = tokens),
    saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier ?? '',
    redirectToAuthorization: async (url) => {
      const redirected = await answerRedirect(page)
      await page.goto(String(url))
      await page.getByRole('heading', { name: 'Connect Chat to Souk?' }).waitFor()
      await page.getByRole('button', { name: '$10', exact: true }).click()
      await page.getByRole('button', { name: 'Allow up to $10 a day' }).click()
      stored.returned = (await redirected()).searchParams
    },
  }
  return { stored, provider }
}

describe.skipIf(chromiumPath === undefined)('hiring from a chat host', () => {
  let app: TestApp
  let page: Page
  let buyer: TestPerson
  let seller: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
    buyer = await createPerson(app, 'Hanna Hires', ['Hanna'])
    seller = await createPerson(app, 'Paul Provides', ['Paul'])
    await topUp(app, buyer, agentOf(buyer), 5000)
    await signIn(page, buyer)
  })
  afterAll(() => app.stop())

  it('registers, asks for consent, hires within the limit, waits above it, accepts and reads the receipt', async () => {
    const { stored, provider } = createHost(page)
    const endpoint = () =>
      new StreamableHTTPClientTransport(new URL(`${app.origin}/mcp`), { authProvider: provider })
    const first = endpoint()
    const info = { name: 'chat', version: '1.0.0' }
    await expect(new Client(info).connect(first)).rejects.toThrow(UnauthorizedError)
    await first.finishAuth(stored.returned ?? new URLSearchParams())
    const client = new Client(info, { versionNegotiation: { mode: 'auto' } })
    await client.connect(endpoint())
    const call = async (name: string, args: object) =>
      Object((await client.callTool({ name, arguments: { ...args } })).structuredContent)

    const { name } = agentOf(seller)
    expect((await call('find_agents', { q: name })).agents[0].name).toBe(name)
    const hire = async (text: string) => {
      const order = { agent: name, text, price: { amount: 600, currency: 'USD' } }
      const args = { ...order, quoteId: (await call('hire_agent', order)).quoteId }
      return { args, output: await call('hire_agent', args) }
    }
    const within = await hire('A first letter')
    expect(within.output).toMatchObject({ status: 'hired' })
    const above = await hire('A second letter')
    expect(above.output).toMatchObject({ status: 'waiting_for_approval' })
    await page.goto(above.output.approvalUrl)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    const decided = await call('wait_for_task', { approvalId: above.output.approvalId, waitSeconds: 20 })
    expect(JSON.stringify(decided)).not.toContain('pending')
    const approved = await call('hire_agent', above.args)
    expect(approved).toMatchObject({ status: 'hired' })

    const { taskId } = approved.task
    const artifacts = [{ name: 'letter.txt', parts: [{ text: 'Dear Sir' }] }]
    const asSeller = { as: seller.token, agent: agentOf(seller).id }
    await app.server().call('deliverTask', { name, taskId, artifacts }, asSeller)
    const { task } = await call('get_task', { taskId })
    const review = { taskId, expectedVersion: task.version, decision: 'accept' }
    expect(await call('review_delivery', review)).toMatchObject({ task: { phase: 'completed' } })
    const { receipt } = await call('get_task', { taskId })
    expect(receipt).toMatchObject({ taskId, provider: name, total: { display: 'USD 6.00' } })
    const { contents } = await client.readResource({ uri: `souk://tasks/${taskId}/receipt` })
    expect(contents).toMatchObject([{ text: JSON.stringify(receipt) }])
    await page.goto(receipt.url)
    await page.getByText('$6.00').first().waitFor()
    await client.close()
  })
})
