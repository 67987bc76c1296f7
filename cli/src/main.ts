/** Entry point of `souk`; the only file that touches the process. */
import { sections } from './commands/index.ts'
import { exits } from './engine/errors.ts'
import { runCli } from './engine/run.ts'
import { version } from './version.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort())
}
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe early; that is not an error. After others, such as a full disk, the output is incomplete.
  if (code === 'EPIPE') process.exit(exits.ok.code)
  process.stderr.write(`Standard output cannot be written: ${message}\n`)
  process.exit(exits.failed.code)
})
// Messages that cannot be written do not change the outcome of the command.
process.stderr.on('error', () => undefined)

const code = await runCli(
  { sections, version },
  {
    argv: process.argv.slice(2),
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
  },
)
// Pipes are asynchronous on some systems, and process.exit would drop unflushed output.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => {
    stream.write('', resolve)
  })
}
// Idle keep-alive connections would keep the process running.
process.exit(code)
