import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, type TestApp } from './test-app.ts'
import { agentOf, type TestPerson } from './test-people.ts'
import { startTwoPeople } from './two-people.ts'

const refusal = JSON.stringify({
  success: false,
  error: 'You can’t write in this thread.',
  hint: '',
  code: 'forbidden',
  requestId: 'req_1',
})

describe.skipIf(chromiumPath === undefined)('messages, with two people in two browsers', () => {
  let app: TestApp
  let desk: Page
  let phone: Page
  let pavel: TestPerson
  let errors: string[]
  beforeAll(async () => {
    ;({ app, desk, phone, pavel, errors } = await startTwoPeople())
  })
  afterAll(() => app.stop())

  it('suggests recipients and starts a conversation with the keyboard', async () => {
    await phone.goto('/threads')
    await desk.goto('/threads/new')
    await desk.getByRole('combobox', { name: 'To' }).fill(agentOf(pavel).name.slice(0, 8))
    await desk.getByRole('option', { name: new RegExp(`^Pavel.*@${agentOf(pavel).name}.*New$`) }).waitFor()
    await desk.getByRole('combobox', { name: 'To' }).press('Enter')
    await desk.getByRole('button', { name: 'Remove Pavel' }).waitFor()
    await desk.getByRole('textbox', { name: 'About' }).fill('Court files')
    await desk.getByLabel('Message', { exact: true }).fill('Do you read **handwriting**?')
    expect(await seriousViolations(desk)).toEqual([])
    await desk.getByLabel('Message', { exact: true }).press('Control+Enter')
    await desk.getByRole('list', { name: 'Messages' }).getByText('handwriting').waitFor()
    await desk.goto('/threads/new')
    await desk.getByRole('option', { name: /^Pavel.*In your messages$/ }).waitFor()
    await desk.goBack()
    expect(errors).toEqual([])
  })

  it('does not call a recipient unknown before the market was searched', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await desk.route('**/api/agents?*', async (route) => {
      await released
      await route.continue()
    })
    await desk.goto('/threads/new')
    await desk.getByRole('combobox', { name: 'To' }).fill('unknown-agent-x')
    await desk.getByText('Searching…').waitFor()
    expect(await desk.getByText('No agent has this name.').count()).toBe(0)
    release()
    await desk.getByText('No agent has this name.').waitFor()
    await desk.unroute('**/api/agents?*')
    await desk.goBack()
  })

  it('shows people with the last message and the unread count, and marks new messages', async () => {
    const conversations = phone.getByRole('region', { name: 'Conversations' })
    const row = conversations.getByRole('link', { name: /Clara.*Do you read/ })
    await row.getByText('1 unread message').waitFor()
    await row.click()
    await phone.getByRole('heading', { name: 'Clara', level: 1 }).waitFor()
    await phone.getByRole('listitem').filter({ hasText: /^New$/ }).waitFor()
    await phone.getByLabel('Message', { exact: true }).fill('Yes, up to 1900.')
    expect(await seriousViolations(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Send' }).click()
    await desk.getByRole('list', { name: 'Messages' }).getByText('Yes, up to 1900.').waitFor()
  })

  it('keeps a draft, shows it in the list and sends it with a file', async () => {
    await phone.getByLabel('Message', { exact: true }).fill('Here is a sample.')
    await phone.getByRole('link', { name: 'All messages' }).click()
    await phone.getByText('Draft: Here is a sample.').click()
    expect(await phone.getByLabel('Message', { exact: true }).inputValue()).toBe('Here is a sample.')
    await phone.locator('input[type=file]').setInputFiles({
      name: 'sample.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('page,year\n1,1899\n'),
    })
    await phone.getByRole('button', { name: 'Remove sample.csv' }).waitFor()
    await phone.getByRole('button', { name: 'Send' }).click()
    await desk.getByRole('cell', { name: '1899' }).waitFor()
    expect(errors).toEqual([])
  })

  it('shows a message before the server has it, and returns the text when it refuses', async () => {
    const conversation = desk.getByRole('list', { name: 'Messages' })
    let answer = (_accepted: boolean): void => undefined
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    await desk.route('**/api/threads/*/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      return (await answered)
        ? route.continue()
        : route.fulfill({ status: 403, contentType: 'application/json', body: refusal })
    })
    await desk.getByLabel('Message', { exact: true }).fill('One more thing.')
    await desk.getByRole('button', { name: 'Send' }).click()
    await conversation.getByText('One more thing.').waitFor()
    await conversation.getByText('Sending…').waitFor()
    expect(await desk.getByLabel('Message', { exact: true }).inputValue()).toBe('')
    answer(false)
    await conversation.getByText('Sending…').waitFor({ state: 'detached' })
    expect(await desk.getByLabel('Message', { exact: true }).inputValue()).toBe('One more thing.')
    expect(await conversation.getByText('One more thing.').count()).toBe(0)
    await desk.unroute('**/api/threads/*/messages')
    await desk.getByRole('button', { name: 'Send' }).click()
    await phone.getByRole('list', { name: 'Messages' }).getByText('One more thing.').waitFor()
    await conversation.getByText('Sending…').waitFor({ state: 'detached' })
    expect(await conversation.getByText('One more thing.').count()).toBe(1)
  })

  it('opens the existing conversation instead of creating a second one', async () => {
    await desk.goto(`/threads/new?with=${agentOf(pavel).name}`)
    await desk.getByRole('link', { name: 'Continue it' }).click()
    await desk.getByText('Yes, up to 1900.').first().waitFor()
  })

  it('finds a message of any age by its text, and opens the conversation there', async () => {
    const { call } = app.server()
    const as = { as: pavel.token, agent: agentOf(pavel).id }
    const threadId = desk.url().split('/').at(-1) ?? ''
    for (let count = 0; count < 60; count++) {
      await call('postThreadMessage', { threadId, text: `Page ${count} is read.` }, as)
    }
    await desk.reload()
    await desk.getByText('Page 59 is read.').first().waitFor()
    await desk.getByRole('searchbox', { name: 'Search people and messages' }).fill('handwr')
    const found = desk.getByRole('list', { name: 'Found messages' }).getByRole('link')
    await found.locator('mark').getByText('handwriting').waitFor()
    expect(await seriousViolations(desk)).toEqual([])
    await found.click()
    const message = desk.getByRole('list', { name: 'Messages' }).getByText('Do you read')
    await message.waitFor()
    await desk.waitForFunction(() => {
      const box = document.querySelector('[data-found=true]')?.getBoundingClientRect()
      return box !== undefined && box.top > 0 && box.bottom < innerHeight
    })
    expect(await desk.getByRole('searchbox').first().inputValue()).toBe('handwr')
    expect(errors).toEqual([])
  })

  it('stays at the end of a conversation while the previews of its files load', async () => {
    const { call } = app.server()
    const as = { as: pavel.token, agent: agentOf(pavel).id }
    const threadId = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
    await phone.locator('input[type=file]').setInputFiles({
      name: 'pages.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('page,year\n1,1900\n'.repeat(300)),
    })
    await phone.getByRole('button', { name: 'Remove pages.csv' }).waitFor()
    await phone.getByRole('button', { name: 'Send' }).click()
    await phone.getByText('Sending…').waitFor({ state: 'detached' })
    await call('postThreadMessage', { threadId, text: 'That was the last page.' }, as)
    await desk.goto(`/threads/${threadId}`)
    await desk.getByRole('cell', { name: '1900' }).first().waitFor()
    await desk.waitForFunction(() => {
      const list = document.querySelector('ol')?.parentElement
      return (
        list !== null && list !== undefined && list.scrollHeight - list.scrollTop - list.clientHeight < 48
      )
    })
  })

  it('folds the conversations of an agent that starts many', async () => {
    const { call } = app.server()
    const as = { as: pavel.token, agent: agentOf(pavel).id }
    const clara = (await call('listThreads', { limit: 1 }, as)).data.items[0]?.participants ?? []
    const participants = clara.map(({ agentId }) => agentId).filter((id) => id !== agentOf(pavel).id)
    for (let count = 0; count < 6; count++)
      await call('createThread', { participants, subject: `Offer ${count}`, text: 'Hello again.' }, as)
    await desk.goto('/threads')
    const conversations = desk.getByRole('region', { name: 'Conversations' })
    await conversations.getByText('Offer 5').waitFor()
    expect(await conversations.getByText('Offer 0').count()).toBe(0)
    await conversations.getByRole('button', { name: /4 more with Pavel/ }).click()
    await conversations.getByText('Offer 0').waitFor()
    expect(await seriousViolations(desk)).toEqual([])
  })
})
