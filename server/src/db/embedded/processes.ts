/** The only place for telling processes apart: a process id alone may be given to another one later. */
import { readFile } from 'node:fs/promises'
import { run, unless } from './run.ts'

export interface ProcessTraits {
  /** When it was born, as an opaque text to compare: with the process id it names one process for good. */
  birth: string
  program: string
}

/** Undefined when no such process lives; a dead one its parent has not collected yet counts as gone. */
export async function inspectProcess(pid: number): Promise<ProcessTraits | undefined> {
  return process.platform === 'linux' ? inspectByProc(pid) : inspectByPs(pid)
}

export async function stillLives(pid: number, birth: string): Promise<boolean> {
  return (await inspectProcess(pid))?.birth === birth
}

async function inspectByProc(pid: number): Promise<ProcessTraits | undefined> {
  const stat = await unless(['ENOENT', 'ESRCH'], readFile(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  // The program's name stands in brackets and may itself hold brackets and spaces.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  if (isDead(fields[0])) return undefined
  // The birth is counted from the machine's start, so it only means something together with that.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  return { birth: `${boot.trim()} ${fields[19]}`, program: stat.slice(stat.indexOf('(') + 1, nameEnd) }
}

async function inspectByPs(pid: number): Promise<ProcessTraits | undefined> {
  const line = await run('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)]).catch(() => '')
  const [, state, birth, program] = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.+)$/.exec(line) ?? []
  if (birth === undefined || program === undefined || isDead(state)) return undefined
  return { birth, program: program.slice(program.lastIndexOf('/') + 1) }
}

function isDead(state: string | undefined): boolean {
  return state === undefined || /^[ZX]/.test(state)
}
