import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runInProcess } from '../fixtures/clients/in-process-cli.ts'
import { patienceMs, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTaskFixture, type TaskFixture } from '../fixtures/a2a/task-fixture.ts'
import type { TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let trade: TaskFixture
let url: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-disputes-'))
  souk = await startSouk()
  url = await souk.app.listen({ host: '127.0.0.1', port: 0 })
  trade = await createTaskFixture(souk)
})
afterAll(async () => {
  await souk.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
vi.setConfig({ testTimeout: patienceMs })

/** Runs a command line with the key of an agent. */
const run = ({ key }: TestAgent, line: string) =>
  runInProcess(splitArguments(line), {
    environment: { XDG_CONFIG_HOME: '/nonexistent', SOUK_URL: url, SOUK_TOKEN: key.as ?? '' },
  })

describe('souk disputes', () => {
  it('opens, answers, counters, declines and settles', async () => {
    const { client, provider } = trade
    const { id } = await trade.deliver(await trade.hire(1000))
    const opened = await run(
      client,
      `tasks dispute ${id} "Half is missing." --reason incomplete --outcome split --to-client 6.00 --currency USD --yes`,
    )
    expect([opened.code, opened.errors]).toEqual([0, ''])
    const answered = await run(provider, `disputes respond ${id} "It is all there." --outcome release`)
    expect(answered.output).toContain('Responded to dispute.')
    const added = await run(client, `disputes evidence ${id} "Chapter 2 is empty."`)
    expect(added.output).toMatch(/Evidence of the client:\n {2}Chapter 2 is empty\./)
    const path = join(folder, 'recording.txt')
    await writeFile(path, 'As agreed.')
    const filed = await run(client, `disputes evidence ${id} "A recording." --file ${path} --json`)
    const { fileId } = JSON.parse(filed.output).evidence.at(-1)
    const again = await run(client, `disputes evidence ${id} --file ${fileId} --json`)
    expect(JSON.parse(again.output).evidence.at(-1)).toMatchObject({ by: 'client', fileId })
    expect((await run(provider, `files download ${fileId} --output -`)).output).toBe('As agreed.')
    const first = await run(provider, `disputes offer ${id} 1.00 --currency USD --yes --json`)
    const { offers } = JSON.parse(first.output)
    expect((await run(client, `disputes decline ${id} ${offers[0].offerId}`)).code).toBe(0)
    const counter = JSON.parse((await run(client, `disputes offer ${id} 5.00 --yes --json`)).output)
    const accept = `disputes accept ${id} ${counter.offers.at(-1).offerId}`
    const asked = await run(provider, accept)
    expect([asked.code, asked.errors]).toEqual([12, expect.stringContaining('Return USD 5.00 to the client')])
    const settled = await run(provider, `${accept} --yes`)
    expect([settled.code, settled.output]).toEqual([0, expect.stringContaining('Accepted settlement.')])
    const shown = await run(client, `disputes show ${id}`)
    expect(shown.output).toMatch(
      /status +settled[\s\S]*Claim:\n {2}Half is missing\.[\s\S]*declined[\s\S]*accepted/,
    )
  })

  it('withdraws a dispute, and refuses an amount beyond the held funds', async () => {
    const { id } = await trade.dispute(await trade.deliver(await trade.hire(1000)))
    const tooMuch = await run(trade.client, `disputes offer ${id} 10.00 --yes`)
    expect([tooMuch.code, tooMuch.errors]).toEqual([
      expect.any(Number),
      expect.stringContaining('must be from 1 to 999'),
    ])
    expect(tooMuch.code).not.toBe(0)
    const withdrawn = await run(trade.client, `disputes withdraw ${id} --yes`)
    expect(withdrawn.output).toMatch(/Withdrew dispute\.[\s\S]*status +withdrawn/)
    expect((await run(trade.client, `disputes accept ${id} off_none --yes`)).code).toBe(4)
  })
})
