import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBank } from './bank.ts'
import { startSouk, type Souk } from './harness.ts'

const operatorToken = 'an operator token that is long enough'
let souk: Souk
let url: string
beforeAll(async () => {
  souk = await startSouk({ operatorToken })
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => souk.stop())

/** The real command, as `npx souk` runs it. */
async function run(words: string, environment: Record<string, string> = { OPERATOR_TOKEN: operatorToken }) {
  const child = spawn(
    'node',
    [fileURLToPath(new URL('../../cli/bin/souk.mjs', import.meta.url)), ...words.split(' ')],
    {
      env: { PATH: process.env['PATH'], SOUK_URL: url, ...environment },
    },
  )
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}

describe('souk admin', () => {
  it('proves the ledger and the audit log', async () => {
    const ada = await souk.person()
    await openBank(souk).topUp(ada, await souk.agent(ada), 5000)
    const ledger = await run('admin ledger verify')
    expect([ledger.code, ledger.output.split('\n').at(-2)]).toEqual([0, 'The ledger adds up.'])
    const audit = await run('admin audit verify --json')
    expect([audit.code, JSON.parse(audit.output)]).toEqual([
      0,
      { ok: true, entries: expect.any(Number), brokenAt: null },
    ])
  })

  it('says what to do when it cannot', async () => {
    expect(await run('admin ledger verify', {})).toMatchObject({
      code: 1,
      errors: expect.stringContaining('OPERATOR_TOKEN is not set'),
    })
    const wrong = await run('admin ledger verify', { OPERATOR_TOKEN: 'wrong' })
    expect([wrong.code, wrong.errors]).toEqual([1, expect.stringContaining('This is for operators.')])
    const nobody = await run('--url http://127.0.0.1:1 admin ledger verify')
    expect([nobody.code, nobody.errors]).toEqual([1, expect.stringContaining('Nobody answers')])
    const typo = await run('admin ledgr verify')
    expect([typo.code, typo.errors]).toEqual([1, expect.stringContaining('Did you mean ledger?')])
    expect((await run('admin ledger verify --help')).output).toContain('Example:')
  })

  it('exits with 2 when the books do not add up', async () => {
    const { database } = souk.context
    await sql`alter table ledger_accounts disable trigger all`.execute(database)
    await sql`update ledger_accounts set balance = balance + 1 where kind = 'available'`.execute(database)
    const ledger = await run('admin ledger verify')
    expect([ledger.code, ledger.output]).toEqual([2, expect.stringContaining('does NOT add up')])
  })
})
