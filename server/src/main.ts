import { relative } from 'node:path'
import { ConfigError } from './config/reader.ts'
import { readConfig } from './config/config.ts'
import { start, type Running } from './start.ts'

/** Starts the server, prints its addresses, and stops it on a signal. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const running = await start(config)
  process.stdout.write(banner(running, config.dataDir))
  const reason = await Promise.race([signaled(), running.databaseLost.then(() => 'database' as const)])
  if (reason === 'database') process.stderr.write('The embedded database exited unexpectedly. Stopping.\n')
  // Upper bound for a shutdown that hangs.
  setTimeout(() => process.exit(1), 9_500).unref()
  await running.stop()
  process.exitCode = reason === 'database' ? 1 : 0
}

function banner(running: Running, dataDir: string): string {
  const relativePath = relative(process.cwd(), dataDir)
  const location = relativePath.startsWith('..')
    ? running.database
    : running.database.replace(dataDir, `./${relativePath}`)
  return `
  Souk is ready.

  Web        ${running.address}
  API docs   ${running.address}/api/docs
  Database   ${location}
  Mailbox    ${running.mailbox}
  Stop       Ctrl-C

`
}

function signaled(): Promise<'signal'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('signal'))
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`\n  Souk did not start.\n\n  ${explain(error)}\n\n`)
  process.exitCode = 1
})

/** Explains a failed start, with the next step. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `${error.message}. Stop the process that uses the port, or set PORT to another one.`
  if (code === 'EACCES') return `${error.message}. Set PORT to a port above 1023.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `Cannot connect to the database (${error.message}). Check DATABASE_URL, or remove it to use the embedded database.`
  }
  return error instanceof ConfigError || error.constructor !== Error
    ? error.message
    : (error.stack ?? error.message)
}
