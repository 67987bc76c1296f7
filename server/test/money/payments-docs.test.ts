import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { destinations } from '../../src/money/processor/stripe/destinations.ts'
import { permissions, untriedPermissions } from '../../src/money/processor/stripe/permissions.ts'

let lines: string[]
beforeAll(async () => {
  const document = await readFile(new URL('../../../docs/payments.md', import.meta.url), 'utf8')
  lines = document.split('\n').map((line) => line.trim())
})

/** Table rows below a heading. */
function rowsBelow(heading: string): string[] {
  const start = lines.indexOf(heading) + 2
  const rows = lines.slice(start)
  return rows.slice(0, rows.indexOf(''))
}

describe('docs/payments.md', () => {
  it('lists the event destinations with their events', () => {
    const rows = destinations.map(({ path, fromWords, payload, events }) => {
      const names = events.map((event) => `\`${event}\``).join(', ')
      return `| \`<BASE_URL>${path}\` | ${fromWords} | ${payload} | ${names} |`
    })
    expect(rowsBelow('| Endpoint URL | Events from | Payload | Events |')).toEqual(rows)
  })

  it('lists the permissions of the key', () => {
    const rows = [...permissions, ...untriedPermissions].map(
      ({ group, resource, right }) => `| ${group} | ${resource} | ${right} |`,
    )
    expect(rowsBelow('| Group | Resource | Right |')).toEqual(rows)
  })
})
