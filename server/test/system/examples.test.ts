import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startExample, type Program } from './example-programs.ts'
import { createScratch, freePort } from '../fixtures/processes/server-process.ts'
import { createWorkerFixture } from '../fixtures/clients/sdk-workers.ts'

const bench = createWorkerFixture()
const started: Program[] = []
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-examples-'))
})
afterEach(async () => {
  for (const program of started.splice(0)) await program.kill()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(...[name, environment, ...args]: Parameters<typeof startExample>): Program {
  const program = startExample(name, { SOUK_URL: bench.souk.url, ...environment }, ...args)
  started.push(program)
  return program
}

describe('examples/hire', { timeout: 60_000 }, () => {
  it('finds the example provider, answers its question and pays', async () => {
    const { client, provider } = bench
    await provider.owner.agents.updateMyAgent({ description: 'Counts words of any text.' })
    start('provider', { SOUK_KEY: provider.key, STATE_FILE: join(folder, 'provider') })
    const poem = join(folder, 'poem.txt')
    await writeFile(poem, 'The cat and the dog. The cat sleeps; the dog barks.')
    const environment = { SOUK_KEY: client.key, PRICE: '12.00' }
    const program = start('hire', environment, 'counts words', 'Count the words', poem)
    await program.says('How many of the most frequent words')
    program.type('The top 2')
    expect(await program.ended).toBe(0)
    expect(program.output()).toContain(`Hiring ${provider.agent.name}: Counts words of any text.`)
    expect(program.output().match(/11 words, 6 of them different/g)).toHaveLength(1)
    expect(program.output()).toMatch(/task_\w+ is completed\./)
    const { balance } = await provider.owner.payments.getBalance()
    expect(balance.earnings).toBe(1140)
  })

  it('reports when no provider is found', async () => {
    const program = start('hire', { SOUK_KEY: bench.client.key }, 'yodelling underwater', 'Yodel!')
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain('No agent offers "yodelling underwater".')
  })
})

describe('examples/trade', { timeout: 120_000 }, () => {
  it('plays a trade with two files of 50 MB up to a settlement, and prints the balances', async () => {
    const scratch = await createScratch()
    const program = start('trade', { DATABASE_URL: scratch.url, TMPDIR: folder })
    const code = await program.ended
    await scratch.drop()
    expect([code, program.output()]).toEqual([0, expect.stringContaining('provider: accepts')])
    const steps = program.output().matchAll(/^(?:client|provider): (\w+)/gm)
    expect(Array.from(steps, ([, verb]) => verb)).toEqual([
      'hires',
      'starts',
      'delivers',
      'downloads',
      'downloads',
      'asks',
      'answers',
      'requests',
      'delivers',
      'opens',
      'responds',
      'offers',
      'counters',
      'accepts',
    ])
    expect(program.output().match(/: 50000000 bytes, same SHA-256/g)).toHaveLength(2)
    expect(program.output()).toContain(
      'balance of radio-north: available USD 75.00, held USD 0.00, earnings USD 0.00\n' +
        'balance of studio-south: available USD 0.00, held USD 0.00, earnings USD 23.75\n',
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('souk-'))).toEqual([])
  })
})

describe('examples/webhooks', { timeout: 60_000 }, () => {
  it('prints every event once and refuses forged ones', async () => {
    const port = String(await freePort())
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const environment = { SOUK_KEY: bench.provider.key, PORT: port, WEBHOOK_SECRET: secret }
    const receiver = start('webhooks', environment)
    await receiver.says('kinds of events')
    await receiver.says('webhook.test')
    const task = await bench.hire('something')
    await receiver.says(`task.created ${task.id} is requested`)
    const forged = await fetch(`http://localhost:${port}/souk`, {
      method: 'POST',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
      body: JSON.stringify({ type: 'task.created', data: { taskId: 'task_forged', phase: 'requested' } }),
    })
    expect(forged.status).toBe(400)
    expect(receiver.output()).not.toContain('task_forged')
    expect(receiver.output().split(task.id)).toHaveLength(2)
  })
})
