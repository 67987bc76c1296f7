import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  command,
  createCliFixture,
  patienceMs,
  type CliUser,
  type CliFixture,
} from '../fixtures/clients/cli-fixture.ts'
import { fail } from '../fixtures/fail.ts'
import { endWithTests, installed } from '../fixtures/processes/programs.ts'

let world: CliFixture
let ada: CliUser
let file: string
beforeAll(async () => {
  world = await createCliFixture()
  ada = world.user('ada')
  file = join(world.folder, '.config', 'souk', 'profiles.json')
  await ada.runJson('users register --email ada@example.com --name Ada --password-stdin', {
    input: 'correct horse battery',
  })
  await ada.runJson('agents create ada-hires')
}, patienceMs)
afterAll(() => world?.stop())
vi.setConfig({ testTimeout: patienceMs })

const stored = async () => readFile(file, 'utf8')
const tokenIn = (text: string) => /souk_st_[^"]+/.exec(text)?.[0] ?? fail('no token')

describe('a profile', () => {
  it('is stored readable by its owner only and leaves no temporary files', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(file, '..'))).toEqual(['profiles.json'])
    await chmod(file, 0o644)
    await ada.runJson('use ada-hires')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('never has its token printed', async () => {
    const token = tokenIn(await stored())
    const lines = [
      'whoami',
      'whoami --json',
      'profiles list',
      'profiles list --json',
      'users me --json',
      'whoami --url http://127.0.0.1:1',
    ]
    for (const line of lines) {
      const { output, errors } = await ada.try(line)
      expect(output + errors).not.toContain(token)
    }
    const again = await ada.try('login --email ada@example.com --password-stdin --json', {
      input: 'correct horse battery',
    })
    expect(JSON.parse(again.output)).toEqual({ user: expect.anything(), session: expect.anything() })
    expect(again.output).not.toContain('souk_st_')
  })

  it('never sends its token to another marketplace', async () => {
    const seen: (string | undefined)[] = []
    const stranger = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"success":false,"error":"Who are you?"}')
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const address = stranger.address()
    const port = typeof address === 'object' && address !== null ? address.port : fail('no port')
    const refused = await ada.try(`users me --url http://127.0.0.1:${port}`)
    stranger.close()
    expect([refused.code, seen]).toEqual([3, [undefined]])
  })

  it('is selected by name and found by SOUK_CONFIG and XDG_CONFIG_HOME', async () => {
    expect(await ada.runText('whoami')).toMatch(/user +ada@example\.com/)
    expect(await ada.try('whoami --profile unknown')).toMatchObject({ code: 3 })
    const xdgConfig = { environment: { XDG_CONFIG_HOME: join(world.folder, 'xdg') } }
    await mkdir(join(world.folder, 'xdg', 'souk'), { recursive: true })
    await writeFile(join(world.folder, 'xdg', 'souk', 'profiles.json'), await stored())
    expect(await ada.runText('profiles list', xdgConfig)).toContain('ada@example.com')
    const missingConfig = { environment: { SOUK_CONFIG: join(world.folder, 'none.json') } }
    expect(await ada.runText('profiles list', missingConfig)).toBe(
      'No profiles. Sign in with "souk login".\n',
    )
    await writeFile(join(world.folder, 'broken.json'), '{')
    const broken = { environment: { SOUK_CONFIG: join(world.folder, 'broken.json') } }
    expect(await ada.try('profiles list', broken)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is not valid JSON'),
    })
  })

  it('is overridden by SOUK_TOKEN and SOUK_AGENT', async () => {
    const environment = { SOUK_TOKEN: tokenIn(await stored()), SOUK_CONFIG: join(world.folder, 'none.json') }
    expect(await ada.runText('agents me', { environment })).toContain('ada-hires')
    expect(
      await ada.try('agents me', { environment: { ...environment, SOUK_AGENT: 'unknown-agent' } }),
    ).toMatchObject({ code: 3 })
  })

  it('is removed by souk logout, which also ends the session', async () => {
    await ada.runJson('login --profile second --email ada@example.com --password-stdin', {
      input: 'correct horse battery',
    })
    const { profiles } = JSON.parse(await stored())
    const environment = { SOUK_TOKEN: String(profiles.second.token) }
    expect(await ada.runText('logout --profile second')).toBe('Signed out.\n')
    expect(JSON.parse(await stored()).profiles).not.toHaveProperty('second')
    expect((await ada.try('users me', { environment })).code).toBe(3)
    expect(await ada.try('logout --profile second')).toMatchObject({ code: 3 })
    expect(await ada.runText('users me')).toContain('ada@example.com')
  })
})

describe('a failed command', () => {
  it.each([
    ['users frobnicate', 1, 'unknown command'],
    ['userz me', 1, 'Did you mean users?'],
    ['users me --jsno', 1, 'Did you mean --json?'],
    ['keys create', 1, '--label is required.'],
    ['payments fund 1.005 --currency USD', 1, 'Write it as 110.00.'],
    ['payments fund 10 --currency dollars', 1, 'Enter an ISO 4217 code such as USD'],
    [
      'listings create --title A --description B --deliver-by someday',
      1,
      '--deliver-by: "someday" is not a valid time.',
    ],
    ['tasks list --status asleep', 1, 'Enter one of: applied'],
    ['agents show ..', 1, 'is not a valid ID or name'],
    ['agents show unknown-agent', 4, 'Request req_'],
    ['agents create ada-hires', 5, 'Request req_'],
    ['agents create A', 6, 'Request req_'],
    [
      'keys deactivate key_1',
      12,
      'Deactivate key key_1? This cannot be undone. Cannot ask without a terminal.\nAdd --yes.',
    ],
    ['payments fund 10.00 --currency USD --source earnings --yes', 10, 'Request req_'],
    ['users me --url http://127.0.0.1:1', 9, 'Cannot connect to http://127.0.0.1:1.'],
    ['users me --url nowhere', 1, '"nowhere" is not a valid address.'],
  ])('souk %s exits with %i', async (line, code, message) => {
    const { errors, output, ...ran } = await ada.try(line)
    expect([ran.code, output, errors]).toEqual([code, '', expect.stringContaining(message)])
  })

  it('stops on Ctrl-C', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : fail('no port')
    const asking = ada.follow(`users me --url http://127.0.0.1:${port}`)
    await once(silent, 'request')
    expect(await asking.stop()).toBe(130)
    silent.closeAllConnections()
    silent.close()
  })

  it('prints its error as one line of JSON with --json', async () => {
    const { code, errors } = await ada.try('agents show unknown-agent --json')
    expect([code, JSON.parse(errors)]).toEqual([
      4,
      expect.objectContaining({
        kind: 'not-found',
        error: expect.any(String),
        requestId: expect.stringMatching(/^req_/),
      }),
    ])
  })
})

const script = installed('script')

/** Types answers into a pseudo-terminal as they are prompted; returns the output. */
async function onTerminal(line: string, answers: readonly (readonly [prompt: string, typed: string])[] = []) {
  const args = ['-qfec', `stty cols 60; node ${command} ${line}`, '/dev/null']
  // The profile is also found below HOME.
  const { XDG_CONFIG_HOME: _configHome, ...environment } = ada.environment
  const child = spawn(script ?? 'script', args, {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm', ...environment },
  })
  endWithTests(child)
  let shown = ''
  let next = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [prompt, typed] = answers[next] ?? []
    if (prompt === undefined || typed === undefined || !shown.includes(prompt)) return
    next += 1
    child.stdin.write(`${typed}\r`)
  })
  await once(child, 'exit')
  return { code: child.exitCode, shown }
}

const escape = '\u001B'
const works = script !== undefined && spawnSync(script, ['-qec', 'true', '/dev/null']).status === 0

describe.skipIf(!works)('on a terminal', () => {
  it('asks for confirmation', async () => {
    const kid = (await ada.runJson('keys create --label old')).at('key.kid')
    const declined = await onTerminal(`keys deactivate ${kid}`, [['[y/N]', 'n']])
    expect([declined.code, declined.shown]).toEqual([12, expect.stringContaining('Nothing was changed.')])
    const stopped = await onTerminal(`keys deactivate ${kid}`, [['[y/N]', 'y']])
    expect([stopped.code, stopped.shown]).toEqual([0, expect.stringContaining('Deactivated key.')])
  })

  it('reads a password without echoing it', async () => {
    const { code, shown } = await onTerminal('login --email ada@example.com', [
      ['Password:', 'correct horse battery'],
    ])
    expect([code, shown]).toEqual([0, expect.stringContaining('Signed in as ada@example.com.')])
    expect(shown).not.toContain('horse')
  })

  it('uses colors, fits the width and escapes control characters in text of other users', async () => {
    await ada.runJson(`posts create "Hello${escape}[2J\u202E ${'and much more '.repeat(20)}"`)
    const { shown } = await onTerminal('posts list')
    expect(shown).toContain(`${escape}[2mID`)
    expect(shown).toMatch(/Hello/)
    for (const hidden of ['\u202E', `${escape}[2J`]) expect(shown).not.toContain(hidden)
    // Colors, and what the spinner of a slow call erases.
    const sequences = new RegExp(`${escape}\\[[\\d?]*[a-zA-Z]`, 'g')
    const widths = shown
      .replaceAll(sequences, '')
      .split(/[\r\n]+/)
      .map((row) => row.length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(60)
    expect((await onTerminal('posts list --json')).shown).not.toContain(`${escape}[2m`)
    expect(await ada.runText('posts list')).not.toContain(escape)
  })
})
