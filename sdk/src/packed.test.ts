import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, success } from './test-server.ts'

/** What strangers get from npm: both packages, packed from a copy and unpacked into a project that has nothing else. */
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
/** Compilers and package managers take their time on a busy machine. */
const limitMs = 120_000
vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs })

let folder: string
let project: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-packed-'))
  project = join(folder, 'project')
  await copySources()
  await mkdir(join(project, 'node_modules/@types'), { recursive: true })
  for (const name of ['typebox', '@types/node', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name))
  for (const name of ['contract', 'sdk']) await install(name)
  await writeFile(join(project, 'package.json'), '{"type": "module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A copy, because building in place would be seen by whatever else runs in the checkout. */
async function copySources(): Promise<void> {
  const isSource = (path: string) => !/\/(dist|node_modules)$/.test(path)
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  for (const name of ['contract', 'sdk'])
    await cp(join(root, name), join(folder, name), { recursive: true, filter: isSource })
  await mkdir(join(folder, 'node_modules'))
  for (const name of ['.bin', '@types', 'typebox', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  await symlink(join(folder, 'contract'), join(folder, 'node_modules/souk-contract'))
}

async function install(name: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--offline'], {
    cwd: join(folder, name),
  })
  const filename = /"filename": "([^"]+)"/.exec(stdout)?.[1] ?? ''
  const target = join(project, `node_modules/souk-${name}`)
  await mkdir(target)
  await run('tar', ['xzf', join(folder, name, filename), '-C', target, '--strip-components=1'])
}

describe('the packed packages', () => {
  it('hold what is needed, and no tests', async () => {
    for (const name of ['contract', 'sdk']) {
      const files = await readdir(join(project, `node_modules/souk-${name}`), { recursive: true })
      expect(files).toEqual(
        expect.arrayContaining([
          'README.md',
          'package.json',
          'dist/index.js',
          'dist/index.d.ts',
          'src/index.ts',
        ]),
      )
      expect(files.filter((file) => /\.test\.|test-/.test(file))).toEqual([])
    }
  })

  it('work in plain Node', async () => {
    const { baseUrl } = await startServer(success({ status: 'ok' }))
    const program = `import { createClient } from 'souk-sdk'
      console.log((await createClient({ baseUrl: '${baseUrl}' }).service.getHealth()).status)`
    await writeFile(join(project, 'program.js'), program)
    const { stdout } = await run('node', ['program.js'], { cwd: project })
    expect(stdout).toBe('ok\n')
  })

  it('are small in a browser, and need nothing of Node there', async () => {
    const program = `import { createClient, isSoukError, iterate } from 'souk-sdk'
      const { agents, notifications } = createClient({ baseUrl: '/api', credentials: 'same-origin' })
      for await (const agent of iterate(agents.listAgents, {})) console.log(agent)
      for await (const event of notifications.streamNotifications()) console.log(event, isSoukError(event))`
    await writeFile(join(project, 'page.js'), program)
    const bundler = join(root, 'node_modules/.bin/esbuild')
    const options = ['page.js', '--bundle', '--minify', '--format=esm', '--external:souk-contract']
    const { stdout } = await run(bundler, options, { cwd: project })
    expect(gzipSync(stdout).length).toBeLessThan(20_000)
  })

  it('have types that say what is right and what is wrong', async () => {
    const program = `import { createClient } from 'souk-sdk'
        const { agents } = createClient({ baseUrl: 'http://127.0.0.1:1/api' })
        export const name: Promise<string> = agents.getAgent({ name: 'ada' }).then(({ agent }) => agent.name)
        // @ts-expect-error The path of this route needs a name.
        await agents.getAgent({})`
    await writeFile(join(project, 'program.ts'), program)
    // The README is one long program, so that nothing it shows can be untrue.
    const pieces = [...(await readFile(join(root, 'sdk/README.md'), 'utf8')).matchAll(/```ts\n(.*?)```/gs)]
    await writeFile(join(project, 'readme.ts'), pieces.map(([, code]) => code).join('\n'))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options = '--noEmit --strict --target es2023 --module nodenext --types node --ignoreConfig'
    const files = ['program.ts', 'readme.ts']
    const compiled = run('node', [compiler, ...options.split(' '), ...files], { cwd: project })
    expect(await compiled.catch((error: unknown) => error)).toEqual({ stdout: '', stderr: '' })
  })
})
