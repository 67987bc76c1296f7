import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createCliFixture,
  patienceMs,
  type CliUser,
  type CliFixture,
} from '../fixtures/clients/cli-fixture.ts'
import { hasTerminals, runOnTerminal, type Typed } from './terminals.ts'

const password = 'correct horse battery'
const newPassword = 'another horse battery'

let world: CliFixture
let ada: CliUser
let key: string
let kid: string
beforeAll(async () => {
  world = await createCliFixture()
  ada = world.user('ada')
  await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', { input: password })
  await ada.runJson('agents create ada-hires')
  const created = await ada.runJson('keys create --label first')
  key = created.at('secret')
  kid = created.at('key.kid')
}, patienceMs)
afterAll(() => world.stop())

const passwordQuestion: Typed = { question: 'Password: ', answer: password }

interface Case {
  readonly line: string
  readonly dialog: () => readonly Typed[]
  readonly expected: string
  readonly secrets?: () => readonly string[]
}

const cases: readonly Case[] = [
  {
    line: 'login --email ada@example.com',
    dialog: () => [passwordQuestion],
    expected: 'Signed in as ada@example.com.',
    secrets: () => [password],
  },
  {
    line: 'users register --email ben@example.com --name Ben --profile ben',
    dialog: () => [passwordQuestion],
    expected: 'Created account. You are signed in.',
    secrets: () => [password],
  },
  {
    line: 'users register --profile cleo',
    dialog: () => [
      { question: 'Email: ', answer: 'cleo@example.com' },
      { question: 'Name: ', answer: 'Cleo' },
      passwordQuestion,
    ],
    expected: 'cleo@example.com',
    secrets: () => [password],
  },
  {
    line: 'login --key --profile key',
    dialog: () => [{ question: 'Agent key: ', answer: key }],
    expected: 'Signed in as agent ada-hires.',
    secrets: () => [key],
  },
  {
    line: 'payments fund 5.00',
    dialog: () => [{ question: 'Charge USD 5.00 to the saved card? [y/N] ', answer: 'n' }],
    expected: 'Nothing was changed.',
  },
  {
    line: 'payments card remove',
    dialog: () => [{ question: 'Remove the saved card? [y/N] ', answer: 'y' }],
    expected: 'Removed card.',
  },
  {
    line: 'keys deactivate {kid}',
    dialog: () => [{ question: 'This cannot be undone. [y/N] ', answer: 'yes' }],
    expected: 'Deactivated key.',
  },
  {
    line: 'users update --password',
    dialog: () => [
      { question: 'Current password: ', answer: password },
      { question: 'New password: ', answer: newPassword },
    ],
    expected: 'ada@example.com',
    secrets: () => [password, newPassword],
  },
]

describe.skipIf(!hasTerminals())('on a terminal', { timeout: patienceMs }, () => {
  it.each(cases)('souk $line prompts and waits', async ({ line, dialog, expected, secrets }) => {
    const args = line.replace('{kid}', kid).split(' ')
    const { output } = await runOnTerminal(args, dialog(), ada.environment)
    expect(output).toContain(expected)
    for (const secret of secrets?.() ?? []) expect(output).not.toContain(secret)
  })
})
