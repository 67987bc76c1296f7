import type { Figure } from './measurements.ts'
import { output } from './programs.ts'

/** What pgbench is asked for: how long, or how often each client. */
export type Transactions = {
  readonly url: string
  /** The file with the statements of one transaction. */
  readonly script: string
  readonly clients: number
  readonly variables?: Readonly<Record<string, number>>
} & ({ readonly seconds: number } | { readonly each: number })

/** Transactions per second of a script whose statements are prepared: what the database does with nothing around it. */
export async function pgbench({
  url,
  script,
  clients,
  variables = {},
  ...extent
}: Transactions): Promise<Figure> {
  // Many clients need a moment to connect, which counts.
  const until =
    'seconds' in extent ? `--time=${Math.max(2, extent.seconds)}` : `--transactions=${extent.each}`
  const defined = Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`)
  const args = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, until, `--file=${script}`]
  const printed = await output('pgbench', [...args, ...defined, url])
  const [, rate] = /^tps = ([\d.]+)/m.exec(printed) ?? []
  const [, latency] = /^latency average = ([\d.]+) ms/m.exec(printed) ?? []
  const [, failures] = /number of failed transactions: (\d+)/.exec(printed) ?? []
  if (rate === undefined || failures !== '0') throw new Error(`pgbench did not succeed: ${printed}`)
  return { value: Number(rate), more: { mean: Number(latency) } }
}
