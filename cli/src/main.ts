/** Entry point of `souk`; the only file that touches the process. */
import { sections } from './commands/index.ts'
import { runCli } from './engine/run.ts'
import { version } from './version.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort())
}
// A reader such as `head` may close the pipe early; that is not an error.
process.stdout.on('error', () => process.exit(0))

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
