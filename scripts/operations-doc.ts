/** Fills benchmark figures into the marked places of docs/operations.md. */
import { readFileSync } from 'node:fs'
import { benchResults, markdown, type Bench } from './results.ts'

const page = new URL('../docs/operations.md', import.meta.url)

export function operationsDoc(): string {
  const figures = figuresOf(benchResults())
  return readFileSync(page, 'utf8')
    .replace(placeOf('sizing'), () => marked('sizing', `\n\n${sizing(figures).join('\n')}\n\n`))
    .replace(placeOf('limits'), () => marked('limits', limits(figures)))
}

type Figures = ReturnType<typeof figuresOf>
type Measured = Bench['rows'][number]

/** Looks up benchmark rows by scenario and prefix of their name. */
function figuresOf(benches: readonly Bench[]) {
  const found = (scenario: string, what: string): Measured => {
    const rows = benches.find((bench) => bench.scenario === scenario)?.rows ?? []
    const row = rows.find((measured) => measured.what.startsWith(what))
    if (row === undefined) throw new Error(`no result of ${scenario} begins with "${what}"`)
    return row
  }
  const searches = benches.flatMap(({ detail }) => detail?.queries ?? [])
  return {
    ours: (scenario: string, what: string) => found(scenario, what).ours.median.toLocaleString('en'),
    limit: (scenario: string, what: string) => found(scenario, what).theirs?.median.toLocaleString('en'),
    slowestSearch: Math.max(...searches.map(({ app }) => app.p50)),
    searches: searches.length,
    ratio: (scenario: string, what: string) => String(found(scenario, what).ratio),
  }
}

function sizing({ ours, ratio, searches, slowestSearch }: Figures): string[] {
  const rows: [what: string, scenario: string, figure: string][] = [
    [
      'First messages per second and node; client and database on the same two cores',
      'send',
      `${ours('send', 'send, 32')} from 32 callers, ${ours('send', 'send, 128')} from 128`,
    ],
    [
      'Acceptances that settle money, per second and node; same setup',
      'accept',
      `${ours('accept', 'accept, 64 callers, 32')} to 32 providers, ${ours('accept', 'accept, 64 callers, one')} to one`,
    ],
    ['Task reads per second and node; same setup', 'get', ours('get', 'get a task')],
    [
      'Task reads from two nodes on the same two cores, relative to one node',
      'nodes',
      ratio('nodes', 'get a task'),
    ],
    [
      `Slowest median of ${searches} searches among 100,000 agents and 100,000 listings`,
      'search',
      `${slowestSearch} ms`,
    ],
    ['List of 50 tasks among a million, median', 'list', `${ours('list', 'list 50')} ms`],
    ['Webhooks over TLS, per second and node', 'webhooks', ours('webhooks', 'webhook')],
    ['Memory of an idle node', 'start', `${ours('start', 'memory')} MiB`],
    ['Memory per idle stream, with 10,000 open', 'streams', `${ours('streams', 'idle')} KiB`],
    [
      'Events delivered to streams per second and node, one event to 1,000 streams',
      'streams',
      ours('streams', '1 event to 1000'),
    ],
  ]
  return markdown(
    ['Figure', 'Results', 'Value'],
    rows.map(([what, name, figure]) => [what, `[\`${name}.json\`](../bench/results/${name}.json)`, figure]),
  )
}

function limits({ limit }: Figures): string {
  return `${limit('send', 'send, 32')} first messages a second, or ${limit('accept', 'accept, 64 callers, 32')} settlements`
}

function placeOf(name: string): RegExp {
  return new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`)
}

function marked(name: string, content: string): string {
  return `<!-- ${name} -->${content}<!-- /${name} -->`
}
