/** Under which circumstances something was measured or proved: every result file begins with them. */
import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export interface Circumstances {
  readonly date: string
  /** Null outside of a clone. */
  readonly commit: string | null
  readonly machine: {
    readonly node: string
    readonly cpu: string
    readonly cores: number
    readonly memoryGb: number
    /** Others that work on the machine make every number worse. */
    readonly loadAverage: number
  }
}

/** Asked before the work begins, because the tree may move on meanwhile. */
export async function circumstances(): Promise<Circumstances> {
  return {
    date: new Date().toISOString(),
    commit: await currentCommit(),
    machine: {
      node: process.version,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 2 ** 30),
      loadAverage: loadavg()[0] ?? 0,
    },
  }
}

export async function currentCommit(): Promise<string | null> {
  const git = (path: string) => readFile(new URL(`../.git/${path}`, import.meta.url), 'utf8').catch(() => '')
  const head = await git('HEAD')
  const branch = /^ref: (\S+)/.exec(head)?.[1]
  return /^[0-9a-f]{40}/.exec(branch === undefined ? head : await git(branch))?.[0] ?? null
}
