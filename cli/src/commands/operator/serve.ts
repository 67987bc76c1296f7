/** Commands that start other programs: the server of the package `souk-server`, and the demo of a checkout. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError, exits } from '../../engine/errors.ts'
import { omitUndefined, propertiesOf, stringProperty } from '../../engine/objects.ts'
import { integer, text } from '../../engine/params.ts'

/** Finds the server beside the CLI or in the working directory, because only one of the packages may be global. */
function findServer(): string {
  const here = fileURLToPath(import.meta.url)
  try {
    return createRequire(here).resolve('souk-server/start.mjs', { paths: [dirname(here), process.cwd()] })
  } catch {
    throw new CliError(
      'usage',
      'The package souk-server is not installed.',
      'Run "npm install souk-server"; add --global if souk-cli is installed globally.',
    )
  }
}

/** Reads the command of `npm run demo`, so that both run the same program. */
function findDemo(): { args: string[]; cwd: string } {
  // The code runs from the bundle in cli/dist, two levels below the root of a checkout.
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  if (!existsSync(join(cwd, 'examples', 'demo'))) {
    throw new CliError(
      'usage',
      'The demo requires a checkout of Souk.',
      'Run "npm run demo" in a checkout, or start a marketplace with "souk serve".',
    )
  }
  const { scripts } = propertiesOf(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')))
  return { args: (stringProperty(scripts, 'demo') ?? '').split(' ').slice(1), cwd }
}

/** Runs a Node program with inherited output and exits with its exit code. */
async function runProgram(
  { signal, environment }: CommandContext,
  { args, cwd = process.cwd(), settings = {} }: { args: readonly string[]; cwd?: string; settings?: object },
): Promise<undefined> {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...environment, ...settings },
    stdio: 'inherit',
  })
  // The terminal sends Ctrl-C to both processes; a signal to this one alone must be forwarded.
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
  await once(child, 'exit')
  if (child.exitCode !== 0) process.exit(child.exitCode ?? exits.internal.code)
  return undefined
}

export const serve = command({
  name: 'serve',
  summary: 'Start a marketplace',
  description:
    'Requires the package souk-server, which a checkout includes. Data is stored in the folder "data" of the working directory. ' +
    'Settings come from the environment; .env.example lists them. Press Ctrl-C to stop.',
  operations: [],
  options: {
    host: text('Address to listen on (HOST)', 'address'),
    port: integer('Port to listen on (PORT)', { max: 65_535 }),
    dataDir: text('Folder of the embedded PostgreSQL (DATA_DIR)', 'path'),
  },
  example: 'souk serve --port 4000',
  run: (context, { host, port, dataDir }) =>
    runProgram(context, {
      args: [findServer()],
      settings: omitUndefined({
        HOST: host,
        PORT: port?.toString(),
        DATA_DIR: dataDir === undefined ? undefined : resolve(dataDir),
      }),
    }),
  render: () => [],
  streaming: true,
})

export const demo = command({
  name: 'demo',
  summary: 'Run a complete trade on a temporary marketplace',
  operations: [],
  example: 'souk demo',
  run: (context) => {
    const { args, cwd } = findDemo()
    return runProgram(context, { args: [...args, ...(context.json ? ['--json'] : [])], cwd })
  },
  render: () => [],
  streaming: true,
})
