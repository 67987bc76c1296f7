/**
 * Runs the server of a test. When the test process ends, even by kill -9, its IPC channel closes; the guard then stops
 * the server and deletes its data. Plain JavaScript, so that it starts without a loader.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [start, settings] = process.argv.slice(2)
const shutdownMs = 12_000
const folder = mkdtempSync(join(tmpdir(), 'souk-testing-'))

// The rest of the environment is not inherited: a test must not use a real database or payment key.
const { PATH, TMPDIR, LD_LIBRARY_PATH } = process.env
const inherited = Object.entries({ PATH, TMPDIR, LD_LIBRARY_PATH }).filter(([, value]) => value !== undefined)
const server = spawn(process.execPath, [start], {
  env: { ...Object.fromEntries(inherited), DATA_DIR: join(folder, 'data'), ...JSON.parse(settings) },
  stdio: ['ignore', 'pipe', 'pipe'],
})

let output = ''
for (const stream of [server.stdout, server.stderr]) {
  stream.on('data', (chunk) => {
    const before = output.includes('Souk is ready.')
    output = (output + chunk).slice(-20_000)
    if (!before && output.includes('Souk is ready.')) process.send?.('ready')
    // Later output consists of errors, which belong into the output of the test.
    else if (before) process.stderr.write(chunk)
  })
}

server.once('exit', () => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  if (process.connected) process.send(output, () => process.exit(1))
  else process.exit(0)
})

process.once('disconnect', () => {
  server.kill('SIGTERM')
  setTimeout(() => server.kill('SIGKILL'), shutdownMs).unref()
})
