import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sections } from '../../../cli/src/commands/index.ts'
import { shells } from '../../../cli/src/engine/completion.ts'
import { listNodes } from '../../../cli/src/engine/command-tree.ts'
import { command, patienceMs, run, splitArguments } from '../fixtures/clients/cli-fixture.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'
import { createScratch, freePort } from '../fixtures/processes/server-process.ts'
import { completed } from './shells.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
vi.setConfig({ testTimeout: patienceMs })

const environment = { HOME: tmpdir() }

describe('souk help', () => {
  it('lists every command group and its commands', async () => {
    const all = await run(['help'], { environment })
    expect(all.code).toBe(0)
    for (const { nodes } of sections)
      for (const { name } of nodes) expect(all.output).toMatch(new RegExp(`^  ${name} `, 'm'))
    const one = await run(splitArguments('help tasks push add'), { environment })
    expect(one.output).toContain('Usage: souk tasks push add [options] <task>')
    expect(one.output).toContain('$ souk tasks push add')
    expect(await run(['--version'], { environment })).toMatchObject({ code: 0, output: '0.1.0\n' })
    expect(await run(splitArguments('help tasks push ad'), { environment })).toMatchObject({ code: 1 })
  })
})

describe('souk completion', () => {
  it.for(shells)('completes every command in %s', async (shell, { skip }) => {
    const { output: script } = await run(['completion', shell], { environment })
    const places = listNodes(sections).map(({ path }) => path)
    const begun = places.map((path) => ['souk', ...path.slice(0, -1), path.at(-1)?.slice(0, 3)].join(' '))
    const lines = [...begun, 'souk --url x tasks push add task_1 --u', 'souk completion ']
    const answers = await completed(shell, { script, lines, home: folder })
    if (answers === undefined) return skip()
    const missed = places.filter((path, index) => answers[index]?.includes(path.at(-1) ?? '') !== true)
    expect(missed).toEqual([])
    expect(answers[places.length]).toEqual(['--url'])
    expect(answers[places.length + 1]).toEqual(expect.arrayContaining([...shells]))
  })

  it('refuses an unknown shell', async () => {
    expect((await run(splitArguments('completion tcsh'), { environment })).code).toBe(1)
  })
})

describe('an option that reads standard input', () => {
  it('waits for a program that writes later', async () => {
    const child = spawn('node', [command, ...splitArguments('api POST /users --data -')], {
      env: { PATH: process.env['PATH'], ...environment, SOUK_URL: `http://127.0.0.1:${await freePort()}` },
    })
    endWithTests(child)
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    // Later than the start of the command, so that its first read finds nothing.
    setTimeout(() => child.stdin.end('{"name": "Ada"}'), 3000)
    await once(child, 'exit')
    expect(errors).toContain('Cannot connect to http://127.0.0.1:')
  })
})

describe('souk serve', () => {
  it('starts the server and stops it on exit', async () => {
    const scratch = await createScratch()
    const port = await freePort()
    const child = spawn(
      'node',
      [command, 'serve', '--host', '127.0.0.1', '--port', String(port), '--data-dir', folder],
      {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: scratch.url.replace('@/', '@localhost/'),
          LOG_LEVEL: 'silent',
        },
      },
    )
    endWithTests(child)
    const exited = once(child, 'exit')
    await Promise.race([once(child.stdout, 'data'), exited])
    const health = await fetch(`http://127.0.0.1:${port}/api/health`)
    expect(health.status).toBe(200)
    child.kill('SIGTERM')
    await exited
    expect(child.exitCode).toBe(0)
    expect(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => 'unreachable')).toBe('unreachable')
    await scratch.drop()
  })

  it('prints the start error of the server', async () => {
    const { code, errors } = await run(['serve'], {
      environment: { ...environment, DATABASE_URL: 'nothing' },
    })
    expect([code, errors]).toEqual([1, expect.stringContaining('DATABASE_URL must be')])
  })
})

describe('souk demo', () => {
  it('runs the demo and cleans up', async () => {
    const child = spawn('node', [command, 'demo', '--json'], {
      env: { PATH: process.env['PATH'], TMPDIR: folder },
    })
    endWithTests(child)
    const exited = once(child, 'exit')
    const [first] = await Promise.race([once(child.stdout, 'data'), exited])
    expect(String(first)).toContain('"what":"start"')
    child.kill('SIGTERM')
    await exited
    expect(child.exitCode).toBe(1)
    // Everything except the cache of tsx.
    expect((await readdir(folder)).filter((name) => !name.startsWith('tsx-'))).toEqual([])
  })
})
