/** The only place that identifies processes: by pid and start time, because the system reuses pids. */
import { readFile } from 'node:fs/promises'
import { run, ignoringErrors } from './run.ts'

interface ProcessInfo {
  /** Opaque start time. With the pid it identifies a process uniquely. */
  startTime: string
  program: string
}

/** Undefined if the process does not run; zombies count as not running. */
export async function inspectProcess(pid: number): Promise<ProcessInfo | undefined> {
  return process.platform === 'linux' ? inspectWithProc(pid) : inspectWithPs(pid)
}

export async function isRunning(pid: number, startTime: string): Promise<boolean> {
  return (await inspectProcess(pid))?.startTime === startTime
}

async function inspectWithProc(pid: number): Promise<ProcessInfo | undefined> {
  const stat = await ignoringErrors(['ENOENT', 'ESRCH'], readFile(`/proc/${pid}/stat`, 'utf8'))
  if (stat === undefined) return undefined
  // The program name is in parentheses and can itself contain parentheses and spaces.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  if (isDead(fields[0])) return undefined
  // The start time is relative to the boot, so it identifies a process only together with the boot id.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  return { startTime: `${boot.trim()} ${fields[19]}`, program: stat.slice(stat.indexOf('(') + 1, nameEnd) }
}

async function inspectWithPs(pid: number): Promise<ProcessInfo | undefined> {
  const line = await run('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)]).catch(() => '')
  const [, state, startTime, program] = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(.+)$/.exec(line) ?? []
  if (startTime === undefined || program === undefined || isDead(state)) return undefined
  return { startTime, program: program.slice(program.lastIndexOf('/') + 1) }
}

function isDead(state: string | undefined): boolean {
  return state === undefined || /^[ZX]/.test(state)
}
