/** Which programs of the machine keep its cores busy, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Who a process is to whoever reads the figures; all others are left out. */
const programs: Readonly<Record<string, RegExp>> = {
  server: /server\/start\.mjs/,
  database: /^postgres\b|\/postgres /,
  load: /^wrk |(subscriber-process|receiver)\.ts|bench\/main\.ts/,
}

export type Cores = Readonly<Record<string, number>>

/** How many cores each kind of program kept busy while something was done. */
export async function coresDuring(work: () => Promise<unknown>): Promise<Cores> {
  const [before, began] = [ticksByProcess(), performance.now()]
  await work()
  const seconds = (performance.now() - began) / 1000
  const after = ticksByProcess()
  const busy = Object.entries(programs).map(([name, pattern]) => {
    const own = [...after].filter(([, { command }]) => pattern.test(command))
    const ticks = own.reduce((sum, [id, process]) => sum + process.ticks - (before.get(id)?.ticks ?? 0), 0)
    return [name, Number((ticks / ticksPerSecond / seconds).toFixed(2))]
  })
  return Object.fromEntries(busy)
}

function ticksByProcess(): Map<string, { readonly command: string; readonly ticks: number }> {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(found.flatMap((id) => ofProcess(id).map((process) => [id, process])))
}

function ofProcess(id: string) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ command, ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    // It has ended since the folder was read.
    return []
  }
}
