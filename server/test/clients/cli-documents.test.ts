/** Commands for invoices and for the export of an account. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createCliFixture,
  patienceMs,
  splitArguments,
  type CliFixture,
} from '../fixtures/clients/cli-fixture.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'
import { invoicing, issueTestInvoices } from '../fixtures/money/issued-invoices.ts'
import { readZip } from '../fixtures/files/read-zip.ts'
import { createTaskFixture } from '../fixtures/a2a/task-fixture.ts'

vi.setConfig({ testTimeout: patienceMs })

describe('souk invoices', () => {
  let souk: Souk
  let url: string
  beforeAll(async () => {
    souk = await startSouk()
    url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => souk.stop())

  const run = async (line: string, token: string) => {
    const environment = { XDG_CONFIG_HOME: '/nonexistent', SOUK_URL: url, SOUK_TOKEN: token }
    const { code, output, errors } = await runInProcess(splitArguments(line), { environment })
    expect([line, code, errors]).toEqual([line, 0, ''])
    return output
  }

  it('shows the invoices of an owner, and operators those of all', async () => {
    const admin = await souk.operator('admin')
    const trade = await createTaskFixture(souk)
    const { token } = trade.provider.person
    expect(await run('invoices list', token)).toBe('No invoices.\n')
    await souk.call('updatePolicy', { invoicing, reason: 'Test.' }, { as: admin.token })
    await souk.work(['policy'])
    await issueTestInvoices(souk, trade, [trade.provider])
    const [listed] = JSON.parse(await run('invoices list --json', token)).items
    expect(listed).toMatchObject({ kind: 'invoice', amount: 100, lineCount: 2 })
    for (const [prefix, reader] of [
      ['', token],
      ['admin ', admin.token],
    ] as const) {
      expect(await run(`${prefix}invoices list`, reader)).toContain(listed.number)
      expect(await run(`${prefix}invoices show ${listed.id}`, reader)).toContain('Acme GmbH')
      expect(await run(`${prefix}invoices lines ${listed.id}`, reader)).toMatch(/USD 10\.00 +5% +USD 0\.50/)
    }
  })
})

describe('souk users export', () => {
  let world: CliFixture
  beforeAll(async () => {
    world = await createCliFixture()
  })
  afterAll(() => world.stop())

  it('saves everything about a person as a ZIP archive, and deletes the archive', async () => {
    const ada = world.user('ada')
    const password = { input: 'correct horse battery\n' }
    await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', password)
    const path = join(world.folder, 'ada.zip')
    expect(await ada.runText(`users export --out ${path}`)).toContain(`Saved ${path}`)
    expect(
      readZip(await readFile(path))
        .get('account.json')
        ?.toString(),
    ).toContain('ada@example.com')
    expect(await ada.runText('users delete-export')).toBe('Deleted the archive.\n')
  })
})
