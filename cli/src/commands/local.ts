/** Programs of the checkout that the command line starts: the server and the demo. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../engine/command.ts'
import { fieldsOf, given, textIn } from '../engine/fields.ts'
import { exits, Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { integer, text } from '../engine/words.ts'

/** The folder with the server in it; the package of the command line alone has none. */
function checkout(): string {
  for (
    let folder = dirname(fileURLToPath(import.meta.url));
    folder !== dirname(folder);
    folder = dirname(folder)
  ) {
    if (existsSync(join(folder, 'server', 'start.mjs'))) return folder
  }
  throw new Refused(
    'usage',
    'The server is not part of this package.',
    'Run it in a checkout of Souk, where "npm start" does the same.',
  )
}

/** The command behind a script of the checkout, so that both always are the same. */
function wordsOf(script: 'start' | 'demo'): string[] {
  const { scripts } = fieldsOf(JSON.parse(readFileSync(join(checkout(), 'package.json'), 'utf8')))
  return (textIn(scripts, script) ?? '').split(' ').slice(1)
}

/** What it says is what the program itself says, and so is its exit code. */
async function runProgram(
  { signal, environment }: Session,
  words: readonly string[],
  settings: object,
): Promise<undefined> {
  const child = spawn(process.execPath, [...words], {
    cwd: checkout(),
    env: { ...environment, ...settings },
    stdio: 'inherit',
  })
  // Ctrl-C reaches it by itself; a signal to us alone is passed on.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  await once(child, 'exit')
  if (child.exitCode !== 0) process.exit(child.exitCode ?? exits.fault.code)
  return undefined
}

export const serve = command({
  name: 'serve',
  does: 'Start the server, as "npm start" does',
  more: 'All settings come from the environment, as .env.example has them. Ctrl-C stops it.',
  calls: [],
  options: {
    host: text('address to listen on (HOST)', 'address'),
    port: integer('port to listen on (PORT)', { max: 65_535 }),
    dataDir: text('folder of the embedded database (DATA_DIR)', 'path'),
  },
  example: 'souk serve --port 4000',
  run: (session, { host, port, dataDir }) =>
    runProgram(
      session,
      ['server/start.mjs'],
      given({
        HOST: host,
        PORT: port?.toString(),
        DATA_DIR: dataDir === undefined ? undefined : resolve(dataDir),
      }),
    ),
  shows: () => [],
  lasts: true,
})

export const demo = command({
  name: 'demo',
  does: 'Watch a whole trade on a marketplace that exists only for it',
  calls: [],
  example: 'souk demo',
  run: (session) => runProgram(session, [...wordsOf('demo'), ...(session.json ? ['--json'] : [])], {}),
  shows: () => [],
  lasts: true,
})
