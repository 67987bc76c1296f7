/** Programs that the command line starts: the server, which is a package of its own, and the demo of a checkout. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../engine/command.ts'
import { fieldsOf, given, textIn } from '../engine/fields.ts'
import { exits, Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { integer, text } from '../engine/words.ts'

/** Looked for beside this program, then in the folder where it is run, as one of the two may be installed globally. */
function serverStart(): string {
  const here = fileURLToPath(import.meta.url)
  try {
    return createRequire(here).resolve('souk-server/start.mjs', { paths: [dirname(here), process.cwd()] })
  } catch {
    throw new Refused(
      'usage',
      'The server is a package of its own, and it is not installed.',
      'Run "npm install souk-server", with --global if this program was installed so.',
    )
  }
}

/** The command behind `npm run demo`, so that both always are the same. */
function demoProgram(): { words: string[]; cwd: string } {
  // Whoever runs this runs one file in a folder of this package, which in a checkout lies among the others.
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  if (!existsSync(join(cwd, 'examples', 'demo'))) {
    throw new Refused(
      'usage',
      'The demo is among the sources of Souk, not in its packages.',
      'Run "npm run demo" in a checkout; "souk serve" starts a marketplace to try things on.',
    )
  }
  const { scripts } = fieldsOf(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')))
  return { words: (textIn(scripts, 'demo') ?? '').split(' ').slice(1), cwd }
}

/** What it says is what the program itself says, and so is its exit code. */
async function runProgram(
  { signal, environment }: Session,
  {
    words,
    cwd = process.cwd(),
    settings = {},
  }: { words: readonly string[]; cwd?: string; settings?: object },
): Promise<undefined> {
  const child = spawn(process.execPath, [...words], {
    cwd,
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
  does: 'Start a marketplace of your own',
  more:
    'Needs the package souk-server, which every checkout has. Its data go into the folder "data" where you are. ' +
    'Settings come from the environment; .env.example has them all. Ctrl-C stops it.',
  calls: [],
  options: {
    host: text('address to listen on (HOST)', 'address'),
    port: integer('port to listen on (PORT)', { max: 65_535 }),
    dataDir: text('folder of the embedded database (DATA_DIR)', 'path'),
  },
  example: 'souk serve --port 4000',
  run: (session, { host, port, dataDir }) =>
    runProgram(session, {
      words: [serverStart()],
      settings: given({
        HOST: host,
        PORT: port?.toString(),
        DATA_DIR: dataDir === undefined ? undefined : resolve(dataDir),
      }),
    }),
  shows: () => [],
  lasts: true,
})

export const demo = command({
  name: 'demo',
  does: 'Watch a whole trade on a marketplace that exists only for it',
  calls: [],
  example: 'souk demo',
  run: (session) => {
    const { words, cwd } = demoProgram()
    return runProgram(session, { words: [...words, ...(session.json ? ['--json'] : [])], cwd })
  },
  shows: () => [],
  lasts: true,
})
