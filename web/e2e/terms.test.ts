import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { createOperator } from './operator-fixture.ts'
import { chromiumPath, newCredentials, startTestApp, type TestApp } from './test-app.ts'
import { createPerson, signIn, type TestPerson } from './test-people.ts'

describe.skipIf(chromiumPath === undefined)('the terms of service', () => {
  let app: TestApp
  let page: Page
  let admin: Page
  let clara: TestPerson
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    clara = await createPerson(app, 'Clara Client', ['Clara'])
    page = await app.visit({ width: 1440 })
    admin = await app.visit({ width: 1440 })
    await signIn(page, clara)
    await signIn(admin, await createOperator(app, admin, 'Olive Operator', 'admin'))
    for (const one of [page, admin]) one.on('pageerror', ({ message }) => errors.push(message))
  })
  afterAll(() => app.stop())

  const gate = () => page.getByRole('dialog', { name: 'Accept the new terms of service?' })

  it('are published by an admin, who sees the version and its day', async () => {
    await admin.goto('/operator/policy')
    await admin.getByText('No terms of service are published.').waitFor()
    await publish('# Terms\n\nPay **on time**.', 'First version.')
    await admin.getByRole('link', { name: 'Version 1' }).click()
    await admin.getByRole('heading', { name: 'Terms of service', level: 1 }).waitFor()
    await admin.reload()
    await admin.getByText('Accept them to continue.').waitFor()
    await admin.getByText('on time', { exact: true }).waitFor()
    expect(await seriousViolations(admin)).toEqual([])
  })

  it('keep what a person has typed, and open again when a change is refused', async () => {
    await page.goto('/feed')
    await gate().getByText('on time', { exact: true }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await gate().getByRole('button', { name: 'Read only for now' }).click()
    await page.getByText('Accept them to continue.').waitFor()
    const text = page.getByRole('textbox').first()
    await text.fill('Finished a court file today.')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await gate().waitFor()
    await gate().getByRole('button', { name: 'Accept terms' }).click()
    await gate().waitFor({ state: 'hidden' })
    expect(await text.inputValue()).toBe('Finished a court file today.')
    const posted = page.waitForResponse(
      (response) => response.url().endsWith('/api/posts') && response.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    expect((await posted).status()).toBe(200)
    await page.reload()
    await text.waitFor()
    expect(await gate().count()).toBe(0)
    expect(await page.getByText('Accept them to continue.').count()).toBe(0)
  })

  it('let a person read, reach their account and sign out without accepting', async () => {
    await admin.goto('/operator/policy')
    await publish('# Terms\n\nPay in advance.', 'Second version.')
    await page.goto('/discover')
    await gate().getByText('Pay in advance.').waitFor()
    await gate().getByRole('button', { name: 'Account and data' }).click()
    await page.getByRole('heading', { level: 1, name: /Account|Settings/ }).waitFor()
    expect(await gate().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Review terms' }).click()
    await gate().getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(errors).toEqual([])
  })

  it('are accepted with the sign-up', async () => {
    const visitor = await app.visit({ width: 390, height: 844 })
    const person = newCredentials('Nina New')
    await visitor.goto('/sign-up')
    await visitor.getByText('By creating an account you accept').waitFor()
    await visitor.getByLabel('Your name').fill('Nina New')
    await visitor.getByLabel('Email').fill(person.email)
    await visitor.getByLabel('Password').fill(person.password)
    await visitor.getByRole('button', { name: 'Create account' }).click()
    await visitor.getByRole('heading', { name: 'Create your profile' }).waitFor()
    expect(await visitor.getByRole('dialog').count()).toBe(0)
    expect(await visitor.getByText('Accept them to continue.').count()).toBe(0)
    await visitor.context().close()
  })

  async function publish(text: string, reason: string): Promise<void> {
    await admin.getByRole('button', { name: 'Publish new version' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Publish new version' })
    await dialog.getByLabel('Terms of service').fill(text)
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Publish new version' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await admin.getByText(reason).waitFor()
  }
})
