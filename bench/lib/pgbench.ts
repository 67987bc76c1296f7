import type { Measurement } from './measurements.ts'
import { runProgram } from './programs.ts'

/** A pgbench run, bounded by time or by transactions per client. */
type PgbenchRun = {
  readonly url: string
  /** Path of the transaction script. */
  readonly script: string
  readonly clients: number
  readonly variables?: Readonly<Record<string, number>>
} & ({ readonly seconds: number } | { readonly perClient: number })

/** Transactions per second with prepared statements: the upper bound that the database sets. */
export async function pgbench({
  url,
  script,
  clients,
  variables = {},
  ...bound
}: PgbenchRun): Promise<Measurement> {
  // Connecting many clients takes time, which pgbench counts.
  const until =
    'seconds' in bound ? `--time=${Math.max(2, bound.seconds)}` : `--transactions=${bound.perClient}`
  const defined = Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`)
  const args = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, until, `--file=${script}`]
  const printed = await runProgram('pgbench', [...args, ...defined, url])
  const [, rate] = /^tps = ([\d.]+)/m.exec(printed) ?? []
  const [, latency] = /^latency average = ([\d.]+) ms/m.exec(printed) ?? []
  const [, failures] = /number of failed transactions: (\d+)/.exec(printed) ?? []
  if (rate === undefined || failures !== '0') throw new Error(`pgbench failed: ${printed}`)
  return { value: Number(rate), more: { mean: Number(latency) } }
}
