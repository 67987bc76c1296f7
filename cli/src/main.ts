/** What `souk` is: the words of the command line, the tree of commands, and the process around them. */
import { chapters } from './commands/index.ts'
import { start } from './engine/start.ts'
import { version } from './version.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopping.abort())
}
// Whoever read our output may have heard enough, as `head` does.
process.stdout.on('error', () => process.exit(0))

const code = await start(
  { chapters, version },
  {
    words: process.argv.slice(2),
    environment: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  },
)
// On some systems a pipe takes its time, and what is not yet through would be lost.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise((resolve) => {
    stream.write('', resolve)
  })
}
// Connections that are kept open for the next call must not keep a finished command alive.
process.exit(code)
