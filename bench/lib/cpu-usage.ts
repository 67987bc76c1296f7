/** CPU usage by program, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Classifies processes by their command line; others are ignored. */
const programs: Readonly<Record<string, RegExp>> = {
  server: /server\/start\.mjs/,
  database: /^postgres\b|\/postgres /,
  load: /^wrk |(subscriber-process|receiver)\.ts|bench\/main\.ts/,
}

export type Cores = Readonly<Record<string, number>>

/** Average number of cores used by each program during `work`. */
export async function measureCores(work: () => Promise<unknown>): Promise<Cores> {
  const [before, start] = [ticksByProcess(), performance.now()]
  await work()
  const seconds = (performance.now() - start) / 1000
  const after = ticksByProcess()
  const busy = Object.entries(programs).map(([name, pattern]) => {
    const matching = [...after].filter(([, { command }]) => pattern.test(command))
    const ticks = matching.reduce(
      (sum, [id, process]) => sum + process.ticks - (before.get(id)?.ticks ?? 0),
      0,
    )
    return [name, Number((ticks / ticksPerSecond / seconds).toFixed(2))]
  })
  return Object.fromEntries(busy)
}

function ticksByProcess(): Map<string, { readonly command: string; readonly ticks: number }> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(pids.flatMap((id) => readProcess(id).map((process) => [id, process])))
}

function readProcess(id: string) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ command, ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // The process has exited since the directory was read.
    return []
  }
}
