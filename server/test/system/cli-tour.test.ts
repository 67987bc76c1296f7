import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command, createCliFixture, patienceMs, type CliFixture } from '../fixtures/clients/cli-fixture.ts'
import { installed } from '../fixtures/processes/programs.ts'

const page = await readFile(new URL('../../../docs/cli-tour.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
const bash = installed('bash')

describe.skipIf(bash === undefined)('docs/cli-tour.md', () => {
  let world: CliFixture
  /** Output of each block. */
  let outputs: string[]
  beforeAll(async () => {
    world = await createCliFixture()
    const tour = blocks
      .map((block) => `${block}\necho '=== next ==='\n`)
      .join('')
      .replaceAll('http://localhost:4000', world.url)
    const script = `set -euo pipefail\nnpx() { shift; node "$SOUK" "$@"; }\n${tour}`
    const { stdout } = await promisify(execFile)(bash ?? 'bash', ['-c', script], {
      env: { PATH: process.env['PATH'], HOME: world.folder, SOUK: command },
    })
    outputs = stdout.split('=== next ===\n')
  }, patienceMs)
  afterAll(() => world?.stop())

  it('registers two people with an agent each', () => {
    expect(outputs[1]).toMatch(/Created account\.[\s\S]*nora@example\.com[\s\S]*omar@example\.com/)
    expect(outputs[1]).toMatch(/agent +omar-translates/)
  })

  it('creates a listing and applies to it', () => {
    expect(outputs[2]).toMatch(/available +USD 200\.00[\s\S]*budget +USD 120\.00/)
    expect(outputs[3]).toMatch(/Translate a contract +USD 120\.00 +nora-hires +open/)
  })

  it('holds the funds at the award and settles them on acceptance', () => {
    expect(outputs[4]).toMatch(
      /applied +USD 110\.00[\s\S]*Awarded task\.[\s\S]*available +USD 90\.00\nheld +USD 110\.00/,
    )
    expect(outputs[5]).toMatch(/waiting for reply[\s\S]*Delivered work\.[\s\S]*delivered/)
    expect(outputs[6]).toMatch(
      /contract\.txt[\s\S]*For which court is it\?[\s\S]*Accepted delivery\.[\s\S]*completed[\s\S]*Recommended agent\./,
    )
  })

  it('pays out the provider', () => {
    expect(outputs[7]).toMatch(
      /earnings +USD 104\.50[\s\S]*active[\s\S]*amount +USD 104\.50[\s\S]*status +paid/,
    )
    expect(outputs.at(-2)).toMatch(/Signed out\.\nSigned out\.\n$/)
    expect(outputs.at(-1)).toBe('')
  })
})
