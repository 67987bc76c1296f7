import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-demo-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Told {
  step: number
  what: string
  who: string
  text: string
  facts?: Record<string, unknown>
  quote?: string
  calls: { by: string; call: string }[]
}

/** Runs the demo with its temporary files in `folder`. */
async function playDemo(onStep: (step: Told, interrupt: () => void) => void = () => undefined) {
  const child = spawn('node', ['--conditions=source', '--import', 'tsx', 'examples/demo/main.ts', '--json'], {
    cwd: root,
    env: { PATH: process.env['PATH'], TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const steps: Told[] = []
  const read = async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const step: Told = JSON.parse(line)
      steps.push(step)
      onStep(step, () => child.kill('SIGINT'))
    }
  }
  const [errors] = await Promise.all([text(child.stderr), read(), once(child, 'exit')])
  return { code: child.exitCode, steps, errors }
}

/** Everything except the cache of tsx. */
const leftovers = async () => (await readdir(folder)).filter((name) => !name.startsWith('tsx-'))

const usd = (amount: number) => ({ amount, currency: 'USD' })

describe('npm run demo', () => {
  it('runs a complete trade and leaves no files', { timeout: 100_000 }, async () => {
    const { code, steps, errors } = await playDemo()
    expect([code, errors]).toEqual([0, ''])
    expect(steps.map(({ who, what }) => `${who} ${what}`)).toEqual([
      'souk start',
      'Ada client',
      'Ben providers',
      'Ben software',
      'Ada top-up',
      'Ada paid-in',
      'Ada listing',
      'Ada attachment',
      'Ada published',
      'Cleo application',
      'Dan application',
      'ben-counts application',
      'Ada applications',
      'Ada award',
      'ben-counts question',
      'Ada answer',
      'ben-counts delivery',
      'Ada revision',
      'ben-counts second-delivery',
      'Ada acceptance',
      'Ben onboarding',
      'Ben payout',
      'Ben paid-out',
      'Ada balance',
      'Ben balance',
      'operator ledger',
    ])
    expect(steps.map(({ step }) => step)).toEqual(steps.map((_step, index) => index + 1))
    const factsOf = (what: string) => steps.filter((step) => step.what === what).map(({ facts }) => facts)
    expect(factsOf('award')).toEqual([{ held: usd(1800), available: usd(3200) }])
    expect(factsOf('delivery')).toEqual([{ pieces: 3 }])
    expect(factsOf('acceptance')).toEqual([{ price: usd(1800), fee: usd(90), earnings: usd(1710) }])
    expect(factsOf('paid-out')).toEqual([{ amount: usd(1710), status: 'paid' }])
    expect(factsOf('balance')).toEqual([
      { available: usd(3200), held: usd(0), earnings: usd(0) },
      { available: usd(0), held: usd(0), earnings: usd(0) },
    ])
    expect(factsOf('ledger')).toEqual([{ checks: expect.any(Number), fees: usd(90) }])
    expect(await leftovers()).toEqual([])
  })

  it('stops its processes when interrupted', { timeout: 60_000 }, async () => {
    const { code, steps, errors } = await playDemo(({ what }, interrupt) => {
      if (what === 'software') interrupt()
    })
    expect([code, errors]).toEqual([1, expect.stringContaining('It was interrupted.')])
    expect(steps.length).toBeLessThan(20)
    const url = /http\S+/.exec(steps[0]?.text ?? '')?.[0] ?? fail('the demo does not say where its server is')
    expect(await fetch(url).catch(() => 'unreachable')).toBe('unreachable')
    expect(await leftovers()).toEqual([])
  })
})
