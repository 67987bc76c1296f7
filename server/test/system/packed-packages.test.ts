import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installPacked, link, packages, type PackageName, type Project } from './packed-project.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Compilers and package managers are slow on a busy machine. */
const limitMs = 120_000
vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs })

let project: Project
beforeAll(async () => {
  project = await installPacked()
})
afterAll(() => project?.remove())

const inModules = (path: string) => join(project.folder, 'node_modules', path)

/** Allowed files of each package besides the common ones; an unexpected file fails the test. */
const contents: Readonly<Record<PackageName, RegExp>> = {
  contract: /^dist\/[\w/-]+(\.js|\.d\.ts)$|^src\/[\w/-]+\.ts$/,
  sdk: /^dist\/[\w/-]+(\.m?js|\.d\.m?ts)$|^dist\/typebox\/(LICENSE|[\w/-]+\.d\.mts)$/,
  server:
    /^dist\/(main\.js(\.map)?|licenses\.txt|\.env\.example|web\/(licenses\.md|paths\.json(\.br|\.gz)?|(index\.html|docs\.js|icon\.svg|assets\/[\w.-]+\.(js|css))(\.br|\.gz)?|assets\/[\w.-]+\.woff2))$|^src\/db\/migrations\/\d{4}-[\w-]+\.sql$|^start\.mjs$/,
  cli: /^bin\/souk\.mjs$|^dist\/(souk\.mjs|licenses\.txt)$/,
}

describe.each(packages)('the package souk-%s', (name) => {
  it('contains its files and no path of the build machine', async () => {
    const files = await project.files(name)
    const license = await readFile(join(root, 'LICENSE'), 'utf8')
    expect(files.get('LICENSE')).toBe(license)
    const common = ['LICENSE', 'README.md', 'package.json']
    const others = [...files.keys()].filter((path) => !common.includes(path))
    expect(files.size - others.length).toBe(common.length)
    expect(
      others.filter((path) => !contents[name].test(path) || /test/.test(path.replace(/\btesting\b/, ''))),
    ).toEqual([])
    for (const place of [root, project.source])
      expect([...files].filter(([, text]) => text.includes(place)).map(([path]) => path)).toEqual([])
  })

  it('has a README whose commands and files exist', async () => {
    const readme = (await project.files(name)).get('README.md') ?? ''
    const programs = [...readme.matchAll(/\bnpx ([\w-]+)/g)].map(([, program]) => program)
    const installed = await readdir(inModules('.bin'))
    expect(programs.filter((program = '') => !installed.includes(program))).toEqual([])
    for (const [, path = ''] of readme.matchAll(/`node_modules\/(\S+)`/g)) await readFile(inModules(path))
  })
})

describe('a bundle', () => {
  it.each([
    ['server', ['kysely', 'typebox']],
    ['cli', ['commander', 'typebox']],
  ] as const)('of souk-%s has the licenses of its packages', async (name, bundled) => {
    const names = (await project.files(name)).get('dist/licenses.txt')?.match(/^\S+(?=\n\n)/gm)
    expect(names).toEqual(expect.arrayContaining([...bundled]))
  })
})

/** A test as a user of the package would write it, in plain JavaScript. */
const foreignTest = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startMarketplace } from 'souk-sdk/testing'

test('funds are returned when no provider accepts', async () => {
  const market = await startMarketplace()
  try {
    const ada = await market.newAgent('ada-hires')
    await market.newAgent('ben-translates')
    await market.fund(ada.agent, 5000)
    const readBalance = async () => (await ada.client.payments.getBalance()).balance
    const metadata = { 'urn:souk:marketplace:v1': { terms: { price: { amount: 2000, currency: 'USD' } } } }
    const message = { parts: [{ text: 'Guten Tag! In English, please.' }], metadata }
    await ada.client.tasks.sendMessage({ name: 'ben-translates', message })
    assert.equal((await readBalance()).available, 3000)
    await market.clock.advance(8 * 24 * 60 * 60 * 1000)
    while ((await readBalance()).available < 5000) await delay(50)
  } finally {
    await market.stop()
  }
})
`

const selfContained = `
import { createClient, createWorker, formatMoney } from 'souk-sdk'
import { fileStore } from 'souk-sdk/node'
const { hire } = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
if (formatMoney({ amount: 150, currency: 'USD' }) !== 'USD 1.50') throw new Error('money')
console.log('souk-sdk works:', typeof hire, typeof createWorker, typeof fileStore)
`

/** Concurrent, because they mostly wait for processes. */
describe.concurrent('in a project that installs the packages', () => {
  it('souk-sdk is small in a browser bundle and needs no Node modules', async () => {
    const program = `import { createClient, isSoukError, iterate } from 'souk-sdk'
      const { agents, notifications } = createClient({ baseUrl: '/api', credentials: 'same-origin' })
      for await (const agent of iterate(agents.listAgents, {})) console.log(agent)
      for await (const event of notifications.streamNotifications()) console.log(event, isSoukError(event))`
    await writeFile(join(project.folder, 'page.js'), program)
    const bundler = join(root, 'node_modules/.bin/esbuild')
    const options = ['page.js', '--bundle', '--minify', '--format=esm']
    const { stdout } = await run(bundler, options, { cwd: project.folder })
    expect(gzipSync(stdout).length).toBeLessThan(65_000)
  })

  it('souk-sdk has types that accept valid and refuse invalid calls', async () => {
    const program = `import { createClient } from 'souk-sdk'
        const { agents } = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
        export const name: Promise<string> = agents.getAgent({ name: 'ada' }).then(({ agent }) => agent.name)
        // @ts-expect-error The path of this route needs a name.
        await agents.getAgent({})`
    await writeFile(join(project.folder, 'program.ts'), program)
    // The README is type-checked as one program.
    const pieces = [
      ...(await readFile(inModules('souk-sdk/README.md'), 'utf8')).matchAll(/```ts\n(.*?)```/gs),
    ]
    await writeFile(join(project.folder, 'readme.ts'), pieces.map(([, code]) => code).join('\n'))
    await link(['@types/node', 'undici-types'], { from: 'sdk', project: project.folder })
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = '--noEmit --strict --target es2023 --module nodenext --types node --ignoreConfig'
    const args = [compiler, ...options.split(' '), 'program.ts', 'readme.ts']
    const compiled = run('node', args, { cwd: project.folder })
    expect(await compiled.catch((error: unknown) => error)).toEqual({ stdout: '', stderr: '' })
  })

  it.each(['sdk', 'cli'] as const)('the tarball of souk-%s installs alone and offline', async (name) => {
    const empty = join(project.folder, `../empty-${name}`)
    await mkdir(empty)
    await writeFile(join(empty, 'package.json'), '{"type": "module", "private": true}')
    const npm = ['install', project.tarballs[name], '--offline', '--no-audit', '--no-fund', '--engine-strict']
    const env = { PATH: process.env['PATH'], HOME: empty, npm_config_cache: join(empty, 'cache') }
    await run('npm', npm, { cwd: empty, env })
    const installed = (await readdir(join(empty, 'node_modules'))).filter((entry) => !entry.startsWith('.'))
    expect(installed).toEqual([`souk-${name}`])
    const program = {
      sdk: ['--input-type=module', '-e', selfContained],
      cli: ['node_modules/.bin/souk', 'help', 'tasks'],
    }[name]
    const { stdout } = await run('node', program, { cwd: empty, env })
    expect(stdout).toContain({ sdk: 'souk-sdk works: function', cli: 'Hire agents' }[name])
  })

  it('souk-sdk/testing runs a marketplace for a test and cleans up', async () => {
    const scratch = join(project.folder, 'scratch')
    await mkdir(scratch)
    await writeFile(join(project.folder, 'market.test.js'), foreignTest)
    const env = { PATH: process.env['PATH'], TMPDIR: scratch }
    const { stdout } = await run('node', ['--test', 'market.test.js'], { cwd: project.folder, env })
    expect(stdout).toMatch(/pass 1\b/)
    expect(await readdir(scratch)).toEqual([])
  })

  it('souk serve starts the server, and Ctrl-C stops it', async () => {
    const shop = join(project.folder, 'shop')
    await mkdir(shop)
    const environment = { PATH: process.env['PATH'], HOME: shop, LOG_LEVEL: 'error' }
    const url = `http://localhost:${await freePort()}`
    const words = ['serve', '--port', new URL(url).port]
    const child = spawn(inModules('.bin/souk'), words, { cwd: shop, env: environment })
    endWithTests(child)
    const exited = once(child, 'exit')
    try {
      const [output] = await Promise.race([once(child.stdout, 'data'), exited])
      expect(String(output)).toContain('embedded, in ./data')
      expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ data: { status: 'ready' } })
      const [script] = /\/assets\/[^"]+\.js/.exec(await (await fetch(url)).text()) ?? []
      expect((await fetch(url + script)).headers.get('content-type')).toContain('javascript')
      const args = ['stats', '--json', '--url', url]
      const { stdout } = await run(inModules('.bin/souk'), args, { env: environment })
      expect(JSON.parse(stdout)).toMatchObject({ agents: 0 })
    } finally {
      child.kill('SIGINT')
      await exited
    }
    expect(child.exitCode).toBe(0)
    expect(await fetch(url).catch(() => 'unreachable')).toBe('unreachable')
    expect(await readdir(shop)).toEqual(['data'])
  })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('a command that needs another package', () => {
  it('names the missing package', async () => {
    const alone = join(project.folder, '../alone')
    for (const name of ['sdk', 'cli'])
      await cp(inModules(`souk-${name}`), join(alone, 'node_modules', `souk-${name}`), { recursive: true })
    await writeFile(join(alone, 'package.json'), '{}')
    const tried = (...args: string[]) =>
      run('node', args, { cwd: alone, env: { PATH: process.env['PATH'], HOME: alone } })
    const souk = 'node_modules/souk-cli/bin/souk.mjs'
    expect(JSON.parse((await tried(souk, 'profiles', 'list', '--json')).stdout)).toEqual({ profiles: [] })
    const program = "import { startMarketplace } from 'souk-sdk/testing'; await startMarketplace()"
    const failures = [
      [[souk, 'serve'], 'npm install souk-server'],
      [[souk, 'demo'], '"npm run demo" in a checkout'],
      [['--input-type=module', '-e', program], 'npm install --save-dev souk-server'],
    ] as const
    for (const [args, advice] of failures)
      await expect(tried(...args)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(advice),
      })
  })
})
