import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chapters } from '../../cli/src/commands/index.ts'
import { everyNode } from '../../cli/src/engine/tree.ts'
import { command, patienceMs, run, wordsOf } from './cli-world.ts'
import { endWithTests, installed } from './programs.ts'
import { createScratch, freePort } from './server-process.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
vi.setConfig({ testTimeout: patienceMs })

const bash = installed('bash')
const environment = { HOME: tmpdir() }

describe('souk help', () => {
  it('lists every noun, and knows what is in it', async () => {
    const all = await run(['help'], { environment })
    expect(all.code).toBe(0)
    for (const { nodes } of chapters)
      for (const { name } of nodes) expect(all.output).toMatch(new RegExp(`^  ${name} `, 'm'))
    const one = await run(wordsOf('help tasks push add'), { environment })
    expect(one.output).toContain('Usage: souk tasks push add [options] <task>')
    expect(one.output).toContain('$ souk tasks push add')
    expect(await run(['--version'], { environment })).toMatchObject({ code: 0, output: '0.1.0\n' })
    expect(await run(wordsOf('help tasks push ad'), { environment })).toMatchObject({ code: 1 })
  })
})

describe.skipIf(bash === undefined)('souk completion', () => {
  it('leads bash from every place of the tree to what is in it', async () => {
    const script = (await run(wordsOf('completion bash'), { environment })).output
    const places = everyNode(chapters).map(({ path }) => path)
    const asked = places.map((path) => {
      const typed = ['souk', ...path.slice(0, -1), path.at(-1)?.slice(0, 3)]
      return `COMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}; _souk; echo " \${COMPREPLY[*]} "`
    })
    const options =
      'COMP_WORDS=(souk --url x tasks push add task_1 --u); COMP_CWORD=7; _souk; echo "${COMPREPLY[*]}"'
    const { stdout } = await promisify(execFile)(bash ?? 'bash', [
      '-c',
      [script, ...asked, options].join('\n'),
    ])
    const answers = stdout.split('\n')
    const missed = places.filter((path, index) => answers[index]?.includes(` ${path.at(-1)} `) !== true)
    expect(missed).toEqual([])
    expect(answers[places.length]).toBe('--url')
  })

  it('speaks zsh and fish, too', async () => {
    expect((await run(wordsOf('completion zsh'), { environment })).output).toMatch(
      /^#compdef souk[\s\S]*'push:Callback/,
    )
    expect((await run(wordsOf('completion fish'), { environment })).output).toContain(
      `'__souk_at "tasks push"' -f -a 'add'`,
    )
    expect((await run(wordsOf('completion tcsh'), { environment })).code).toBe(1)
  })
})

describe('the package', () => {
  it('holds one file that runs alone', async () => {
    const cli = fileURLToPath(new URL('../../cli', import.meta.url))
    const npm = promisify(execFile)
    const packed = await npm('npm', ['pack', '--json', '--pack-destination', folder], { cwd: cli })
    const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
    const paths = files.map(({ path }: { path: string }) => path)
    expect(paths.toSorted()).toEqual(['README.md', 'bin/souk.mjs', 'dist/souk.mjs', 'package.json'])
    await npm('tar', ['-xzf', join(folder, filename), '-C', folder])
    expect(await readdir(join(folder, 'package'))).not.toContain('node_modules')
    const bin = join(folder, 'package', 'bin', 'souk.mjs')
    const { stdout } = await npm('node', [bin, 'profiles', '--json'], {
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    expect(JSON.parse(stdout)).toEqual({ profiles: [] })
    const serve = npm('node', [bin, 'serve'], { env: { PATH: process.env['PATH'], HOME: folder } })
    await expect(serve).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not part of this package'),
    })
  })
})

describe('souk serve', () => {
  it('starts the server, and stops it with itself', async () => {
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
    expect(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => 'nobody there')).toBe(
      'nobody there',
    )
    await scratch.drop()
  })

  it('says why it does not start, as the server does', async () => {
    const { code, errors } = await run(['serve'], {
      environment: { ...environment, DATABASE_URL: 'nothing' },
    })
    expect([code, errors]).toEqual([1, expect.stringContaining('DATABASE_URL must be')])
  })
})

describe('souk demo', () => {
  it('plays the demo, which ends with it', async () => {
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
    // All but the compiled code that tsx keeps for the next time.
    expect((await readdir(folder)).filter((name) => !name.startsWith('tsx-'))).toEqual([])
  })
})
