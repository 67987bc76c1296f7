/** The only place that runs child processes which must exit with this one, even if it is killed with SIGKILL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { childEnvironment, type Account } from './run.ts'

export interface SupervisedProcess {
  /** Resolves with the exit code; null if the supervisor itself was killed. */
  ended: Promise<number | null>
  /** Sends SIGINT; the folder is removed once the process has exited. */
  end(): void
}

interface SupervisedCommand {
  command: string
  args: string[]
  cwd: string
  /** Temporary folder to remove after a stop or after the death of this process. */
  folder: string
  /** File for standard error; an existing one is replaced. */
  log: string
  account: Account | undefined
}

export async function supervise(command: SupervisedCommand): Promise<SupervisedProcess> {
  const log = await openLog(command.log)
  try {
    const child = spawnSupervisor(command, log.fd)
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    })
    await once(child, 'spawn')
    return { ended, end: () => child.stdin?.end() }
  } finally {
    await log.close()
  }
}

export async function lastLines(log: string): Promise<string> {
  const content = await readFile(log, 'utf8').catch(() => '')
  return content.trimEnd().split('\n').slice(-50).join('\n') || '(nothing)'
}

async function openLog(path: string) {
  await mkdir(dirname(path), { recursive: true })
  // An earlier start as another user may have left a file that can be removed but not written.
  await rm(path, { force: true })
  return open(path, 'w', 0o600)
}

function spawnSupervisor({ command, args, cwd, folder, account }: SupervisedCommand, log: number) {
  const child = spawn('/bin/sh', ['-c', supervisorScript, 'souk-supervisor', folder, command, ...args], {
    ...account,
    cwd,
    env: childEnvironment,
    stdio: ['pipe', 'ignore', log],
    // Outside of the terminal's process group, Ctrl-C reaches only this process, which completes requests in flight first.
    detached: true,
  })
  // Nothing is ever written to this pipe, so its errors add nothing to the exit of the supervisor.
  child.stdin?.on('error', () => undefined)
  return child
}

// Standard input is a pipe from this process: it ends when this process closes it or dies, and the listener then stops
// the child. SIGINT is repeated, because background children of a shell ignore it until they install a handler.
const supervisorScript = `
trap '' HUP INT TERM
trap 'ended=yes' USR1
ended=
folder=$1
shift
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
{
  read -r _
  kill -USR1 $$
  while kill -INT "$child"; do sleep 0.1 || sleep 1; done
} <&3 2>/dev/null &
listener=$!
while
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null
do :; done
exec 2>/dev/null
kill -KILL "$listener"
[ -z "$ended" ] || rm -rf "$folder"
exit "$code"
`
