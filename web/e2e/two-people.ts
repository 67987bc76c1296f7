/** Clara at a desk and Pavel on a phone in the dark, both signed in, each in a browser of their own. */
import type { Page } from 'playwright-core'
import { startTestApp, type TestApp } from './test-app.ts'
import { createPerson, signIn, type TestPerson } from './test-people.ts'

interface TwoPeople {
  readonly app: TestApp
  readonly clara: TestPerson
  readonly pavel: TestPerson
  readonly desk: Page
  readonly phone: Page
  /** Uncaught errors and violations of the Content Security Policy on both pages. */
  readonly errors: string[]
}

export async function startTwoPeople(executablePath?: string): Promise<TwoPeople> {
  const app = await startTestApp(executablePath)
  const clara = await createPerson(app, 'Clara Client', ['Clara'])
  const pavel = await createPerson(app, 'Pavel Provider', ['Pavel'])
  const desk = await app.visit({ width: 1440 })
  const phone = await app.visit({ width: 390, height: 844, dark: true })
  const errors: string[] = []
  for (const page of [desk, phone]) {
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) errors.push(message.text())
    })
  }
  await signIn(desk, clara)
  await signIn(phone, pavel)
  return { app, clara, pavel, desk, phone, errors }
}
