import { sql } from 'kysely'
import type { Task } from 'souk-contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'
import { patienceMs, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { operatorToken } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'

let souk: Souk
let trade: TaskFixture
let url: string
beforeAll(async () => {
  souk = await startSouk()
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  trade = await createTaskFixture(souk)
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
vi.setConfig({ testTimeout: patienceMs })

/** A folder without profiles. */
const signedOut = { XDG_CONFIG_HOME: '/nonexistent' }

/** Runs a command line as an operator. */
function operate(line: string, environment: Record<string, string> = { OPERATOR_TOKEN: operatorToken }) {
  return runInProcess(splitArguments(line), { environment: { ...signedOut, SOUK_URL: url, ...environment } })
}

const disputed = async (amount = 1000): Promise<Task> =>
  trade.dispute(await trade.deliver(await trade.hire(amount)))

describe('souk admin disputes', () => {
  it('lists disputes, shows messages and artifacts, and rules', async () => {
    expect(await operate('admin disputes list')).toEqual({
      code: 0,
      output: 'No open disputes.\n',
      errors: '',
    })
    const [paid, split] = [await disputed(), await disputed(5000)]
    const listed = await operate('admin disputes list')
    expect([listed.code, listed.output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`${paid.id} .*USD 10\\.00`)),
    ])
    expect(JSON.parse((await operate('admin disputes list --json')).output)).toMatchObject({
      items: [{ taskId: paid.id, amount: { amount: 1000, currency: 'USD' } }, { taskId: split.id }],
    })
    const shown = await operate(`admin disputes show ${paid.id}`)
    expect([shown.code, shown.output]).toEqual([
      0,
      expect.stringMatching(/client: dispute[\s\S]*Artifact work\.txt:\n {2}Done/),
    ])
    const released = await operate(`admin disputes rule ${paid.id} --release --reasons Fine. --yes`)
    expect([released.code, released.output]).toEqual([0, expect.stringMatching(/to the provider +USD 9\.50/)])
    const ruled = await operate(
      `admin disputes rule ${split.id} --split "USD 20.00" --reasons "Half was done." --yes --json`,
    )
    expect(JSON.parse(ruled.output)).toMatchObject({ paid: { toClient: 2000, toProvider: 2850, fee: 150 } })
    expect((await trade.read(split)).status.message?.parts).toMatchObject([{ text: 'Half was done.' }])
  })

  it('prints the next step on failure', async () => {
    const task = await disputed()
    const rows: [words: string, code: number, message: string][] = [
      ['', 1, 'Add --release, --refund or --split 25.00.'],
      ['--refund', 12, `Return USD 10.00 to ${trade.client.agent.name}? This cannot be undone.`],
      ['--refund --release --yes', 1, 'Exactly one of --release'],
      ['--split 1.555 --yes', 1, '--split has 3 decimals, but USD has 2.'],
      [
        '--split 5 --yes',
        1,
        '--split is ambiguous: "5" does not have 2 decimals.\nWrite USD 5.00 if you mean that.',
      ],
      ['--split 500 --yes', 1, 'Write USD 500.00 if you mean that.'],
      ['--split 5.0 --yes', 1, 'Write USD 5.00 if you mean that.'],
      ['--split "5.00 EUR" --yes', 1, '--split must be in USD, not EUR.'],
      ['--split 0.00 --yes', 1, '--split must be more than zero.'],
      ['--split 10.00 --yes', 1, '--split must be less than the USD 10.00 in dispute.'],
      ['--split 500.00 --yes', 1, '--split must be less than the USD 10.00 in dispute.'],
    ]
    for (const [args, code, message] of rows) {
      const ran = await operate(`admin disputes rule ${task.id} --reasons Fine. ${args}`)
      expect([args, ran.code, ran.errors]).toEqual([args, code, expect.stringContaining(message)])
    }
    expect((await trade.market(task)).phase).toBe('disputed')
    expect((await operate(`admin disputes rule ${task.id} --refund --yes`)).code).toBe(1)
    const refund = `admin disputes rule ${task.id} --refund --reasons Fine. --yes`
    expect((await operate(refund)).code).toBe(0)
    expect(await operate(refund)).toMatchObject({ code: 4 })
  })
})

describe('souk admin files', () => {
  it('moves files, and refuses a store that is not configured', async () => {
    const moved = await operate('admin files move --to postgres')
    expect([moved.code, moved.output]).toEqual([0, 'Moved 0 parts (0 bytes).\n'])
    const refused = await operate('admin files move --to s3')
    expect([refused.code === 0, refused.errors]).toEqual([
      false,
      expect.stringContaining('no object storage is configured'),
    ])
  })
})

describe('souk doctor', () => {
  it('checks a marketplace from outside', async () => {
    const { code, output, errors } = await operate('doctor', {})
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /CHECK +RESULT[\s\S]*reachable +ok[\s\S]*webhook keys +ok[\s\S]*No problems found\./,
      ),
    ])
    expect(errors).toContain('Sign in as an operator or set OPERATOR_TOKEN')
  })

  it('reports problems found by the server and how to fix them', async () => {
    const well = JSON.parse((await operate('doctor --json')).output)
    const names = [
      'database',
      'migrations',
      'mail',
      'processor',
      'signing keys',
      'events',
      'files',
      'base URL',
    ]
    expect(well.checks).toEqual(
      expect.arrayContaining(names.map((name) => expect.objectContaining({ name, state: 'ok' }))),
    )
    await sql`insert into migrations (name, checksum) values ('9999-from-elsewhere.sql', 'x')`.execute(
      souk.context.database,
    )
    const ill = await operate('doctor')
    await sql`delete from migrations where name like '9999%'`.execute(souk.context.database)
    expect([ill.code, ill.output]).toEqual([
      2,
      expect.stringMatching(
        /migrations +error.*9999-from-elsewhere\.sql.*Run the same version on every node/,
      ),
    ])
  })

  it('is limited to operators', async () => {
    const wrong = await operate('doctor', { OPERATOR_TOKEN: 'wrong' })
    expect([wrong.code, wrong.errors]).toEqual([3, expect.stringContaining('Check OPERATOR_TOKEN.')])
    expect((await souk.app.inject({ method: 'GET', url: '/api/admin/doctor' })).statusCode).toBe(401)
  })

  it('includes the server checks for people with a role, and skips them for other people', async () => {
    const auditor = await souk.operator('auditor')
    expect((await operate('doctor', { SOUK_TOKEN: auditor.token })).output).toMatch(/migrations +ok/)
    const person = await souk.person()
    const skipped = await operate('doctor', { SOUK_TOKEN: person.token })
    expect([skipped.code, skipped.output]).toEqual([0, expect.not.stringMatching(/migrations/)])
    expect(skipped.errors).toContain('Sign in as an operator or set OPERATOR_TOKEN')
  })

  it('reports an unreachable server', async () => {
    const gone = await operate('doctor --url http://127.0.0.1:1')
    expect([gone.code, gone.output]).toEqual([
      2,
      expect.stringContaining('Cannot connect to http://127.0.0.1:1.'),
    ])
  })
})

describe('souk admin', () => {
  it('verifies the ledger and the audit log', async () => {
    const ledger = await operate('admin ledger verify')
    expect([ledger.code, ledger.output.split('\n').at(-2)]).toEqual([0, 'The ledger balances.'])
    const audit = await operate('admin audit verify --json')
    expect([audit.code, JSON.parse(audit.output)]).toEqual([
      0,
      { ok: true, entries: expect.any(Number), brokenAt: null },
    ])
  })

  it('prints the next step on failure', async () => {
    expect(await operate('admin ledger verify', {})).toMatchObject({
      code: 3,
      errors: expect.stringContaining('You are not signed in as an operator.'),
    })
    const wrong = await operate('admin ledger verify', { OPERATOR_TOKEN: 'wrong' })
    expect([wrong.code, wrong.errors]).toEqual([
      3,
      expect.stringContaining('This route requires an operator.'),
    ])
    const gone = await operate('--url http://127.0.0.1:1 admin ledger verify')
    expect([gone.code, gone.errors]).toEqual([9, expect.stringContaining('Cannot connect to')])
    const typo = await operate('admin ledgr verify')
    expect([typo.code, typo.errors]).toEqual([1, expect.stringContaining('Did you mean ledger?')])
    expect((await operate('admin ledger verify --help')).output).toContain('Example:')
  })

  it('exits with 2 when the ledger does not reconcile', async () => {
    const { database } = souk.context
    await sql`alter table ledger_accounts disable trigger all`.execute(database)
    await sql`update ledger_accounts set balance = balance + 1 where kind = 'available'`.execute(database)
    const ledger = await operate('admin ledger verify')
    expect([ledger.code, ledger.output]).toEqual([2, expect.stringContaining('does NOT balance')])
    await souk.work(['ledger-reconcile'])
    expect((await souk.app.inject('/metrics')).body).toMatch(/^souk_ledger_violations [1-9]/m)
    expect(souk.loggedErrors.splice(0).join()).toContain('ledger check failed')
  })
})
