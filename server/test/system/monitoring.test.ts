/** Claims of docs/monitoring.md: the dashboard and the alert rules. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { startSouk } from '../fixtures/harness.ts'
import { installed } from '../fixtures/processes/programs.ts'
import { Dashboard } from './grafana-schema.ts'

const documents = new URL('../../../docs/', import.meta.url)
const readDocument = (name: string) => readFile(new URL(name, documents), 'utf8')

let known: Set<string>
let page: string
beforeAll(async () => {
  const souk = await startSouk()
  known = seriesOf((await souk.app.inject('/metrics')).body)
  await souk.stop()
  page = await readDocument('monitoring.md')
})

describe('the dashboard', () => {
  let dashboard: Static<typeof Dashboard>
  beforeAll(async () => {
    dashboard = JSON.parse(await readDocument('grafana.json'))
  })

  it('matches the schema of Grafana', () => {
    const errors = Value.Errors(Dashboard, dashboard)
    expect(errors.map(({ instancePath, message }) => `${instancePath}: ${message}`)).toEqual([])
  })

  it('gives every panel its own id and its own place on the grid', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })

  it('names every query of a panel differently, and only variables that exist', () => {
    const names = ['__rate_interval', ...dashboard.templating.list.map(({ name }) => name)]
    for (const { title, targets } of dashboard.panels) {
      expect([title, new Set(targets.map(({ refId }) => refId)).size]).toEqual([title, targets.length])
      const variables = targets.flatMap(({ expr }) =>
        [...expr.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
      )
      expect([title, variables.filter((name) => !names.includes(name))]).toEqual([title, []])
    }
  })

  it('uses only metrics that the server exports', () => {
    const metrics = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => metricsIn(expr)))
    expect(metrics.filter((names) => names.length === 0)).toEqual([])
    expect(metrics.flat().filter((name) => !known.has(name))).toEqual([])
    const choices = JSON.stringify(dashboard.templating.list.map(({ query }) => query))
    const listed = [...choices.matchAll(/label_values\((\w+)/g)].map(([, name = '']) => name)
    expect(listed).toHaveLength(1)
    expect(listed.filter((name) => !known.has(name))).toEqual([])
  })

  it('shows every exported metric', () => {
    const shown = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)))
    const families = new Set(shown.map((name) => name.replace(/_bucket$/, '')))
    const own = [...known].filter((name) => name.startsWith('souk_') && !/_(bucket|sum|count)$/.test(name))
    expect(own.filter((name) => !families.has(name))).toEqual([])
  })

  it('describes every panel', () => {
    const titles = dashboard.panels.map(({ title }) => title)
    expect(titles.filter((title) => !page.includes(`| ${title} |`))).toEqual([])
  })
})

describe('the alert rules', () => {
  let rules: string
  let alerts: string[]
  beforeAll(async () => {
    rules = await readDocument('prometheus-rules.yml')
    alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  })

  it('use only metrics that the server exports, and up', () => {
    const expressions = rules
      .split(/- alert: /)
      .flatMap((rule) => /expr: ([^]*?)\n\s+(?:for|labels):/.exec(rule)?.[1] ?? [])
    expect(expressions).toHaveLength(alerts.length)
    const metrics = expressions.flatMap((expr) => metricsIn(expr.replace('>-', '')))
    expect(metrics.filter((name) => name !== 'up' && !known.has(name))).toEqual([])
  })

  it('are described, and tested by promtool', async () => {
    const tests = await readDocument('prometheus-rules.test.yml')
    expect(alerts.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([])
    expect(alerts.filter((name) => !tests.includes(`alertname="${name}"`))).toEqual([])
  })

  const promtool = installed('promtool')
  it.skipIf(promtool === undefined)('pass promtool', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(promtool ?? '', args, { cwd: fileURLToPath(documents) })
    expect((await run('check', 'rules', 'prometheus-rules.yml')).stdout).toContain(
      `${alerts.length} rules found`,
    )
    expect((await run('test', 'rules', 'prometheus-rules.test.yml')).stdout).toContain('SUCCESS')
  })
})

/** Every metric name; a histogram has several. */
function seriesOf(text: string): Set<string> {
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['', '_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  )
}

/** Metric names in a query, without labels, durations and functions. */
function metricsIn(expr: string): string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return bare.match(/\b[a-z]\w*\b(?!\s*\()/g) ?? []
}
