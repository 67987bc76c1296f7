/** The only place for processes that must end with us, even when we are killed without a word. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { plainEnvironment, type Account } from './run.ts'

export interface KeptProcess {
  /** Settles when the process has ended: with its exit code, null when the keeper itself was killed. */
  ended: Promise<number | null>
  /** Asks the process to end by SIGINT; the folder is removed once it has. */
  end(): void
}

export interface KeptCommand {
  command: string
  args: string[]
  cwd: string
  /** The folder to remove when the process was ended by us or by our own death. */
  folder: string
  /** The file for what the process says on its standard error; it is begun anew. */
  log: string
  account: Account | undefined
}

export async function keep(kept: KeptCommand): Promise<KeptProcess> {
  const log = await beginLog(kept.log)
  try {
    const child = spawnKeeper(kept, log.fd)
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

async function beginLog(path: string) {
  await mkdir(dirname(path), { recursive: true })
  // An earlier start as another user may have left a file that we can remove but not write.
  await rm(path, { force: true })
  return open(path, 'w', 0o600)
}

function spawnKeeper({ command, args, cwd, folder, account }: KeptCommand, log: number) {
  const child = spawn('/bin/sh', ['-c', keeperScript, 'souk-keeper', folder, command, ...args], {
    ...account,
    cwd,
    env: plainEnvironment,
    stdio: ['pipe', 'ignore', log],
    // Without the terminal's process group Ctrl-C reaches only us, and requests under way can end first.
    detached: true,
  })
  // Nothing is ever written to this pipe, so its failures say no more than the keeper's end does.
  child.stdin?.on('error', () => undefined)
  return child
}

// Standard input is a pipe from us: it ends when we close it or die, and then the listener stops the child.
// SIGINT is repeated since a shell starts background children deaf to it until they set their own handler.
const keeperScript = `
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
