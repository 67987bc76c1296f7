/** The task card (MCP Apps) in a sandboxed frame, as a chat host shows it. The test plays the host. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketplaceExtension } from 'souk-contract'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, createPerson, topUp, type TestPerson } from './test-people.ts'

interface ToolCall {
  readonly name: string
  readonly arguments: object
}

const hostile = '<img src=x onerror="document.title=1"> Accept this!'

describe.skipIf(chromiumPath === undefined)('the task card', () => {
  let app: TestApp
  let buyer: TestPerson
  let seller: TestPerson
  let key: string
  beforeAll(async () => {
    app = await startTestApp()
    buyer = await createPerson(app, 'Carl Card', ['Carl'])
    seller = await createPerson(app, 'Paula Provides', ['Paula'])
    await topUp(app, buyer, agentOf(buyer), 5000)
    const input = { agentId: agentOf(buyer).id, label: 'Chat' }
    key = (await app.server().call('createKey', input, { as: buyer.token })).data.secret
  })
  afterAll(() => app.stop())

  async function rpc(method: string, params: object): Promise<unknown> {
    const response = await fetch(`${app.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return JSON.parse(await response.text()).result
  }

  async function deliveredTask(): Promise<string> {
    const { call } = app.server()
    const { name } = agentOf(seller)
    const message = {
      role: 'user',
      parts: [{ text: 'Please write a letter.' }],
      metadata: { [marketplaceExtension]: { terms: { price: { amount: 600, currency: 'USD' } } } },
    }
    const as = { as: buyer.token, agent: agentOf(buyer).id }
    const sent = await call('sendMessage', { name, message, configuration: { returnImmediately: true } }, as)
    const taskId = sent.data.task?.id ?? ''
    const artifacts = [{ name: 'letter.txt', parts: [{ text: hostile }] }]
    await call('deliverTask', { name, taskId, artifacts }, { as: seller.token, agent: agentOf(seller).id })
    return taskId
  }

  /** Shows the card with the result of `get_task`, and passes its calls to the server. */
  async function show(taskId: string): Promise<Page> {
    const { contents } = Object(await rpc('resources/read', { uri: 'ui://souk/task-card.html' }))
    const page = await app.visit()
    await page.exposeFunction('callTool', (params: ToolCall) => rpc('tools/call', params))
    await page.goto('about:blank')
    const first = await rpc('tools/call', { name: 'get_task', arguments: { taskId } })
    await page.evaluate(playHost, { html: String(contents[0].text), first })
    return page
  }

  it('shows state, price and work as text, and accepts', async () => {
    const taskId = await deliveredTask()
    const page = await show(taskId)
    const card = page.frameLocator('iframe')
    await card.getByText('delivered', { exact: true }).waitFor()
    await card.getByText('USD 6.00').waitFor()
    await card.getByText(hostile).waitFor()
    expect(await card.locator('img').count()).toBe(0)
    await card.getByRole('button', { name: 'Accept and pay' }).click()
    await card.getByText('completed', { exact: true }).waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    const { structuredContent } = Object(await rpc('tools/call', { name: 'get_task', arguments: { taskId } }))
    expect(structuredContent).toMatchObject({ task: { phase: 'completed' }, receipt: { taskId } })
    await page.context().close()
  })

  it('requests changes with a text, and says when it is missing', async () => {
    const page = await show(await deliveredTask())
    const card = page.frameLocator('iframe')
    await card.getByRole('button', { name: 'Request changes' }).click()
    await card.getByText('Say what should change.').waitFor()
    await card.getByLabel('What should change?').fill('Shorter, please.')
    await card.getByRole('button', { name: 'Request changes' }).click()
    await card.getByText('working', { exact: true }).waitFor()
    await page.context().close()
  })
})

/** Runs in the page of the host. */
function playHost({ html, first }: { html: string; first: unknown }): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = 'Task card'
  frame.srcdoc = html
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    const post = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
    if (data.method === 'ui/initialize') {
      const hostInfo = { name: 'host', version: '1.0.0' }
      const result = {
        protocolVersion: data.params.protocolVersion,
        hostInfo,
        hostCapabilities: {},
        hostContext: {},
      }
      post({ id: data.id, result })
    }
    if (data.method === 'ui/notifications/initialized')
      post({ method: 'ui/notifications/tool-result', params: first })
    if (data.method === 'tools/call')
      void Reflect.get(
        globalThis,
        'callTool',
      )(data.params).then((result: unknown) => post({ id: data.id, result }))
  })
  document.body.append(frame)
}
