/** Date, commit and machine of a run; every result file starts with them. */
import { readFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export interface Circumstances {
  readonly date: string
  /** Null outside a git clone. */
  readonly commit: string | null
  readonly machine: {
    readonly node: string
    readonly cpu: string
    readonly cores: number
    readonly memoryGb: number
    /** A high load from other programs explains worse figures. */
    readonly loadAverage: number
  }
}

/** Call it before the run: the commit can change meanwhile. */
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
