import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { accountKinds, chart } from './accounts.ts'
import { postingKinds } from './posting-types.ts'
import { checks } from './reconcile.ts'

const text = await readFile(new URL('../../../../docs/ledger.md', import.meta.url), 'utf8')
const tables = text
  .split('\n## ')
  .map((section) => section.split('\n').filter((line) => line.startsWith('| `')))

describe('docs/ledger.md', () => {
  it('has the chart of accounts', () => {
    const rows = accountKinds.map((kind) => {
      const { ownedBy, mode, floor, ceiling, meaning } = chart[kind]
      const bound = floor !== null ? `at least ${floor}` : ceiling !== null ? `at most ${ceiling}` : 'none'
      return `| \`${kind}\` | ${ownedBy} | ${mode} | ${bound} | ${meaning} |`
    })
    expect(tables).toContainEqual(rows)
  })

  it('has every check', () => {
    expect(tables).toContainEqual(checks.map(({ name, meaning }) => `| \`${name}\` | ${meaning} |`))
  })

  it.each(postingKinds)('has the recipe of %s', (kind) => expect(text).toContain(`| \`${kind}:<`))
})
