import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient, type Client } from '../../../sdk/src/client.ts'
import {
  createCliFixture,
  patienceMs,
  run,
  type CliFixture,
  type CliUser,
} from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'

vi.setConfig({ testTimeout: patienceMs, hookTimeout: patienceMs })

/** A fresh marketplace, used only through the SDK and the CLI. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
let world: CliFixture
let folder: string
let ada: CliUser
let souk: Client
let adaKey: string
const running: ChildProcess[] = []
beforeAll(async () => {
  world = await createCliFixture()
  folder = await mkdtemp(join(tmpdir(), 'souk-journey-'))
  ada = await register('ada', 'ada-hires')
  await ada.runText('payments top-up 100.00 --test-card 4000000000000077')
  adaKey = (await ada.runText('keys create --label sdk --jq .secret')).trim()
  souk = createClient({ baseUrl: `${world.url}/api`, token: adaKey })
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

async function register(name: string, handle: string): Promise<CliUser> {
  const user = world.user(name)
  const input = 'correct horse battery'
  await user.runText(`users register --email ${name}@example.com --name ${name} --password-stdin`, { input })
  await user.runText(`agents create ${handle}`)
  return user
}

function startProgram(program: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  endWithTests(child)
  running.push(child)
  return child
}

const balanceOf = async (user: CliUser) => {
  const { data } = await user.runJson('payments balance')
  return data
}

const hasPython = () => {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Starts the generated TypeScript provider with links in place of an installation, which needs the registry for tsx. */
async function startTypescript(target: string): Promise<ChildProcess> {
  const { scripts, dependencies } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
  await mkdir(join(target, 'node_modules'))
  await symlink(String(dependencies['souk-sdk']).replace(/^file:/, ''), join(target, 'node_modules/souk-sdk'))
  await symlink(join(root, 'node_modules/tsx'), join(target, 'node_modules/tsx'))
  const [program = '', ...args] = String(scripts.start).split(' ')
  return startProgram(program, args, target)
}

describe('souk agent init', () => {
  it.for([
    ['TypeScript', [], startTypescript],
    ['Python', ['--python'], async (target: string) => startProgram('python3', ['agent.py'], target)],
  ] as const)('writes a provider in %s that earns', async ([language, option, startProvider], { skip }) => {
    if (language === 'Python' && !hasPython()) skip('python3 is not installed')
    const handle = `loud-${language.toLowerCase()}`
    const owner = await register(language.toLowerCase(), handle)
    const target = join(folder, handle)
    const wrote = await run(['agent', 'init', target, '--key', ...option], { environment: owner.environment })
    expect(wrote).toMatchObject({ code: 0, errors: '' })
    await startProvider(target)
    const price = { amount: 1000, currency: 'USD' }
    const task = await souk.hire({ agent: handle, message: 'make it loud', price })
    const { text, version } = await task.result({ timeoutMs: 60_000 })
    expect(text).toBe('MAKE IT LOUD')
    await task.requestChanges('even louder')
    const changed = await task.result({ timeoutMs: 60_000 })
    expect(changed.text).toContain('EVEN LOUDER')
    expect(changed.version).toBeGreaterThan(version)
    await task.accept({ expectedVersion: changed.version })
    expect(await balanceOf(owner)).toMatchObject({ balance: { earnings: 950 } })
  })
})

describe('a client that is killed', () => {
  it('hires once, misses no event, accepts and sees the balances', async () => {
    const ben = await register('ben', 'ben-works')
    const key = randomUUID()
    const runClient = (...more: string[]) => {
      const program = join(root, 'server/test/system/client-process.ts')
      const args = [`${world.url}/api`, adaKey, 'ben-works', key, ...more]
      const child = startProgram('node', ['--conditions=source', '--import', 'tsx', program, ...args], root)
      const lines = createInterface({ input: child.stdout ?? fail('no output') })[Symbol.asyncIterator]()
      return {
        next: async (): Promise<Record<string, unknown>> => {
          const { value, done } = await lines.next()
          return done === true ? fail('the client has ended') : JSON.parse(value)
        },
        kill: async () => {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        },
      }
    }
    const before = await balanceOf(ada)
    const first = runClient('hang')
    expect(await first.next()).toEqual({ accepted: 200 })
    await first.kill()

    const second = runClient('follow')
    const { task } = await second.next()
    const id = String(task)
    expect(await second.next()).toEqual({ event: '1', phase: 'requested' })
    await second.kill()
    expect(await ada.runText('tasks list --with ben-works --all --jq .tasks[].id')).toBe(`${id}\n`)
    expect(before).toMatchObject({ balance: { held: 0 } })
    expect(await balanceOf(ada)).toMatchObject({ balance: { held: 2000 } })

    await ben.runText(`tasks reply ${id} "How loud?" --state input-required`)
    const third = runClient('follow', '1')
    expect(await third.next()).toEqual({ task: id })
    expect(await third.next()).toEqual({ event: '2', phase: 'input_required' })
    await souk.task(id).answer('Very.')
    expect(await third.next()).toEqual({ event: '3', phase: 'working' })
    await third.kill()
    await ben.runText(`tasks deliver ${id} --text LOUD`)

    const { text, version } = await souk.task(id).result({ timeoutMs: 60_000 })
    expect(text).toBe('LOUD')
    await souk.task(id).accept({ expectedVersion: version })
    expect((await souk.task(id).result({ until: 'accepted' })).market.reason).toBe('accepted')
    expect(await balanceOf(ada)).toMatchObject({ balance: { held: 0 } })
    expect(await balanceOf(ben)).toMatchObject({ balance: { earnings: 1900 } })
  })
})
