import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, patienceMs, type CliUser, type World } from '../fixtures/cli-fixture.ts'
import { hasTerminals, runOnTerminal, type Typed } from './terminals.ts'

const password = 'correct horse battery'
const newPassword = 'another horse battery'

let world: World
let ada: CliUser
let key: string
let kid: string
beforeAll(async () => {
  world = await openWorld()
  ada = world.user('ada')
  await ada.tell('users register --email ada@example.com --name Ada --password-stdin', { input: password })
  await ada.tell('agents create ada-hires')
  const created = await ada.tell('keys create --label first')
  key = created.at('secret')
  kid = created.at('key.kid')
}, patienceMs)
afterAll(() => world.stop())

const emailQuestion: Typed = { question: 'Email: ', answer: 'ada@example.com' }
const passwordQuestion: Typed = { question: 'Password: ', answer: password }

interface Case {
  readonly line: string
  readonly dialog: () => readonly Typed[]
  readonly says: string
  readonly secrets?: () => readonly string[]
}

const cases: readonly Case[] = [
  {
    line: 'login',
    dialog: () => [emailQuestion, passwordQuestion],
    says: 'Signed in as ada@example.com.',
    secrets: () => [password],
  },
  {
    line: 'users register --email ben@example.com --name Ben --profile ben',
    dialog: () => [passwordQuestion],
    says: 'Welcome. You are signed in.',
    secrets: () => [password],
  },
  {
    line: 'login --key --profile key',
    dialog: () => [{ question: 'Agent key: ', answer: key }],
    says: 'Signed in as the agent ada-hires.',
    secrets: () => [key],
  },
  {
    line: 'payments fund 5.00',
    dialog: () => [{ question: 'Charge USD 5.00 to the saved card? [y/N] ', answer: 'n' }],
    says: 'Nothing was done.',
  },
  {
    line: 'payments card remove',
    dialog: () => [{ question: 'Forget the saved card? [y/N] ', answer: 'y' }],
    says: 'The card is forgotten.',
  },
  {
    line: 'keys deactivate {kid}',
    dialog: () => [{ question: 'for good? [y/N] ', answer: 'yes' }],
    says: 'The key is stopped.',
  },
  {
    line: 'users update --password',
    dialog: () => [
      { question: 'Present password: ', answer: password },
      { question: 'New password: ', answer: newPassword },
    ],
    says: 'ada@example.com',
    secrets: () => [password, newPassword],
  },
]

describe.skipIf(!hasTerminals())('on a terminal', { timeout: patienceMs }, () => {
  it.each(cases)('souk $line prompts and waits', async ({ line, dialog, says, secrets }) => {
    const words = line.replace('{kid}', kid).split(' ')
    const { output } = await runOnTerminal(words, dialog(), ada.environment)
    expect(output).toContain(says)
    for (const secret of secrets?.() ?? []) expect(output).not.toContain(secret)
  })
})
