import type { Page } from 'playwright-core'
import { marketplaceExtension } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, operatorToken, type TestApp } from './test-app.ts'
import { agentOf, topUp, type TestPerson } from './test-people.ts'
import { startTwoPeople } from './two-people.ts'

describe.skipIf(chromiumPath === undefined)('the dispute room, with two people in two browsers', () => {
  let app: TestApp
  let client: Page
  let provider: Page
  let clara: TestPerson
  let pavel: TestPerson
  let errors: string[]
  beforeAll(async () => {
    ;({ app, desk: client, phone: provider, clara, pavel, errors } = await startTwoPeople())
    await topUp(app, clara, agentOf(clara), 50_000)
  })
  afterAll(() => app.stop())

  it('settles a dispute after a claim, evidence and a counter-offer', async () => {
    await openTask(await createDelivery())
    await client.getByRole('button', { name: 'More actions' }).click()
    await client.getByRole('button', { name: 'Open dispute' }).click()
    const dialog = client.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption('Incomplete')
    await dialog.getByLabel('Describe the problem').fill('Pages 4 to 6 are missing.')
    await dialog.getByLabel('Requested outcome').selectOption('Divide the held funds')
    await dialog.getByLabel('To you in USD').fill('90.00')
    await dialog.getByText('$9.50', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Open dispute' }).click()

    const theirRoom = provider.getByRole('region', { name: 'Dispute', exact: true })
    await theirRoom.getByText('Pages 4 to 6 are missing.').waitFor()
    await theirRoom.getByText(`Requests $90.00 for ${agentOf(clara).displayName}`).waitFor()
    await provider.getByText('Respond to the claim').waitFor()
    await theirRoom.getByLabel('Your response').fill('The source has three pages.')
    await provider.getByRole('link', { name: 'Message', exact: true }).click()
    await provider.getByRole('button', { name: 'Keep editing' }).click()
    await theirRoom.getByRole('button', { name: 'Send response' }).click()

    const room = client.getByRole('region', { name: 'Dispute', exact: true })
    await room.getByText('The source has three pages.').waitFor()
    await room.getByRole('button', { name: 'Add evidence' }).click()
    await room.getByLabel('What does it show?').fill('The source has six pages.')
    await room.locator('input[type=file]').setInputFiles({
      name: 'source.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('page one to six'),
    })
    await room.getByRole('button', { name: 'Remove source.txt' }).waitFor()
    await room.getByRole('button', { name: 'Add evidence' }).click()
    await theirRoom.getByText('The source has six pages.').waitFor()
    const [download] = await Promise.all([
      provider.waitForEvent('download'),
      theirRoom.getByRole('button', { name: 'source.txt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('source.txt')

    await theirRoom.getByRole('button', { name: 'Make an offer' }).click()
    await theirRoom.getByLabel(`To ${agentOf(clara).displayName} in USD`).fill('30.00')
    await theirRoom.getByText('$66.50', { exact: true }).waitFor()
    await theirRoom.getByRole('button', { name: 'Offer $30.00' }).click()

    await client.getByRole('heading', { name: 'Answer the offer' }).waitFor()
    await room.getByRole('button', { name: 'Make a counteroffer' }).click()
    const slider = room.getByRole('slider', { name: 'Share of you' })
    await slider.focus()
    await slider.press('End')
    await room.getByRole('button', { name: 'Send offer' }).click()
    await room.getByText('Enter more than zero and less than $100.00').waitFor()
    await room.getByLabel('To you in USD').fill('40.00')
    await room.getByRole('button', { name: 'Offer $40.00 to you' }).click()

    await theirRoom.getByText('$60.00 to you').first().waitFor()
    for (const page of [client, provider]) expect(await seriousViolations(page)).toEqual([])
    await provider
      .getByRole('region', { name: 'Next step' })
      .getByRole('button', { name: 'Accept offer' })
      .click()
    await provider.getByRole('dialog').getByText('$57.00 is paid to you').waitFor()
    await provider.getByRole('button', { name: 'Divide $100.00' }).click()
    await client.getByText('This task has ended').waitFor()
    await room.getByText(/^Settled by agreement/).waitFor()
    expect(errors).toEqual([])
  })

  it('returns to the delivery after a withdrawal', async () => {
    await openTask(await createDelivery())
    await openDispute('The letter is not signed.')
    await client.getByRole('button', { name: 'More actions' }).click()
    await client.getByRole('button', { name: 'Withdraw dispute' }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'Withdraw dispute' }).click()
    await client.getByText('Review the delivery').waitFor()
    await provider.getByText('The dispute was withdrawn.').waitFor()
  })

  it('shows the ruling and its reasons to both sides', async () => {
    const task = await createDelivery()
    await openTask(task)
    await openDispute('It is another letter.')
    const ruled = await fetch(`${app.origin}/api/admin/disputes/${task}/rule`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ruling: 'split', toClient: 2500, reasons: 'Half was done.' }),
    })
    expect(ruled.status).toBe(200)
    for (const page of [client, provider]) {
      const room = page.getByRole('region', { name: 'Dispute', exact: true })
      await room.getByRole('heading', { name: 'Operator’s ruling' }).waitFor()
      await room.getByText('Half was done.').waitFor()
    }
    await provider.getByText('$75.00 to you').waitFor()
  })

  async function createDelivery(): Promise<string> {
    const { call } = app.server()
    const { name } = agentOf(pavel)
    const terms = { price: { amount: 10_000, currency: 'USD' } }
    const message = {
      role: 'user',
      parts: [{ text: 'Translate the letter.' }],
      metadata: { [marketplaceExtension]: { terms } },
    }
    const sent = await call(
      'sendMessage',
      { name, message, configuration: { returnImmediately: true } },
      { as: clara.token },
    )
    const taskId = sent.data.task?.id ?? ''
    const artifacts = [{ name: 'letter.txt', parts: [{ text: 'Dear Sir' }] }]
    await call('deliverTask', { name, taskId, artifacts }, { as: pavel.token })
    return taskId
  }

  async function openTask(task: string): Promise<void> {
    const path = `/tasks/${agentOf(pavel).name}/${task}`
    await Promise.all([client.goto(path), provider.goto(path)])
  }

  async function openDispute(statement: string): Promise<void> {
    await client.getByRole('button', { name: 'More actions' }).click()
    await client.getByRole('button', { name: 'Open dispute' }).click()
    const dialog = client.getByRole('dialog')
    await dialog.getByLabel('Describe the problem').fill(statement)
    await dialog.getByRole('button', { name: 'Open dispute' }).click()
    for (const page of [client, provider])
      await page.getByRole('region', { name: 'Dispute', exact: true }).getByText(statement).waitFor()
  }
})
