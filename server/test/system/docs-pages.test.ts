/** Pages of the documentation, pasted into one terminal after the tour of the README, on a fresh marketplace. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, createCliFixture, patienceMs, type CliFixture } from '../fixtures/clients/cli-fixture.ts'
import { operatorToken } from '../fixtures/operations.ts'
import { installed } from '../fixtures/processes/programs.ts'

/** Statuses other than 200 that the commands of a page are expected to get. */
const pages = {
  'README.md': [],
  'docs/files.md': [],
  'docs/packages.md': [],
  'docs/disputes.md': [],
  'docs/approval-gate.md': ['403'],
  'docs/payments.md': [],
} as const

const bash = installed('bash')

/** Records the status of every call; `npx souk` is the command of the checkout. */
const preamble = `set -euo pipefail
curl() { command curl --max-time 60 --write-out "%{stderr}status %{http_code}\\n" "$@"; echo; }
npx() { shift; node "$SOUK" "$@"; }
`

async function commandsOf(page: string): Promise<string> {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8')
  // Blocks of lists are indented.
  const blocks = [...text.matchAll(/^( *)```(?:bash|sh)\n([\s\S]*?)^ *```/gm)].map(
    ([, , block = '']) => block,
  )
  return `echo 'page ${page}' >&2\n${blocks.join('')}`
}

describe.skipIf(bash === undefined || installed('curl') === undefined)('the commands of a page', () => {
  let world: CliFixture
  let log: string
  beforeAll(async () => {
    world = await createCliFixture()
    const commands = await Promise.all(Object.keys(pages).map(commandsOf))
    const script = (preamble + commands.join('')).replaceAll(/(http:\/\/)?localhost:4000/g, world.url)
    const { stderr } = await promisify(execFile)(bash ?? 'bash', ['-c', script], {
      cwd: world.folder,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: process.env['PATH'],
        HOME: world.folder,
        XDG_CONFIG_HOME: join(world.folder, '.config'),
        SOUK: command,
        SOUK_URL: world.url,
        OPERATOR_TOKEN: operatorToken,
        no_proxy: '*',
      },
    })
    log = stderr
  }, patienceMs)
  afterAll(() => world?.stop())

  it.for(Object.entries(pages))('succeed in %s', ([page, refused]) => {
    const [, statuses = ''] = new RegExp(`page ${page}\n([\\s\\S]*?)(?=page |$)`).exec(log) ?? []
    const seen = [...statuses.matchAll(/^status (\d+)$/gm)].map(([, status]) => status)
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.filter((status) => status !== '200')).toEqual(refused)
  })
})
