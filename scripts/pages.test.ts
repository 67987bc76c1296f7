import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const pages = [
  'README.md',
  ...readdirSync(new URL('docs', root)).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...readdirSync(new URL('examples', root)).flatMap((name) =>
    name.includes('.') ? [] : [`examples/${name}/README.md`],
  ),
]

/** Accounts (by address), agents and organizations (by handle) that the commands of a page create. */
function createdBy(page: string): string[] {
  const text = readText(page)
  const blocks = [...text.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).join('')
  const lines = blocks.split('\n')
  const accounts = lines
    .filter((line) => /users\/register|users register/.test(line))
    .map((line) => /[\w.]+@example\.com/.exec(line)?.[0])
  const handles = lines.map(
    (line) =>
      /\/users\/me\/agents .*"name":"([\w-]+)"/.exec(line)?.[1] ??
      /agents create ([\w-]+)/.exec(line)?.[1] ??
      /\/organizations .*"handle":"([\w-]+)"/.exec(line)?.[1],
  )
  return [...accounts, ...handles].filter((name) => name !== undefined)
}

function readText(page: string): string {
  try {
    return readFileSync(new URL(page, root), 'utf8')
  } catch {
    return ''
  }
}

describe('commands in documents', () => {
  it('create different accounts and handles, so that all pages run on one server in any order', () => {
    const created = pages.flatMap((page) => createdBy(page).map((name) => [name, page] as const))
    expect(created.length).toBeGreaterThan(10)
    const shared = created.filter(([name, page]) =>
      created.some(([other, by]) => other === name && by !== page),
    )
    expect(shared).toEqual([])
  })
})
