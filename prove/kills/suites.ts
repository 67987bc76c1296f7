import type { Suite } from '../suite.ts'
import { runCrashes, type CrashType } from './crash-loop.ts'

const earlyCommits = { NODE_OPTIONS: `--import ${new URL('early-commit-driver.mjs', import.meta.url).href}` }

const server: CrashType = {
  durable: false,
  kill: (environment) => environment.server.kill(),
  restart: (environment) => environment.server.start(),
  environments: { 'early-commit': earlyCommits },
  quickSize: 3,
}

const database: CrashType = {
  durable: true,
  kill: ({ cluster }) => cluster.kill(),
  restart: ({ cluster }) => cluster.restart(),
  statements: {
    'unlogged-events': 'alter table task_events set unlogged',
    'unlogged-parts': 'alter table file_parts set unlogged',
  },
  quickSize: 2,
}

const both: CrashType = {
  durable: true,
  kill: async (environment) => {
    await Promise.all([environment.cluster.kill(), environment.server.kill()])
  },
  restart: async (environment) => {
    await environment.cluster.restart()
    await environment.server.start()
  },
  statements: { 'unlogged-responses': 'alter table idempotency_keys set unlogged' },
  quickSize: 1,
}

const claim = (killed: string) =>
  `When ${killed} under load, no acknowledged write or part of a file is lost, no file is half complete, nothing is done twice, refused calls write nothing, ledger and audit chain stay consistent, and every webhook message arrives.`

export const killServer: Suite = {
  name: 'kill-server',
  claim: claim('the server is killed'),
  unit: 'kills',
  sizes: { quick: server.quickSize, release: 200 },
  faults: {
    'early-commit': 'The driver reports a commit before it sends it to the database.',
  },
  run: (run) => runCrashes(run, server),
}

export const killDatabase: Suite = {
  name: 'kill-database',
  claim: claim('PostgreSQL is killed'),
  unit: 'kills',
  sizes: { quick: database.quickSize, release: 100 },
  faults: {
    'unlogged-events': 'The table of task events is unlogged, so that a crash empties it.',
    'unlogged-parts': 'The table of file parts is unlogged, so that a crash empties it.',
  },
  run: (run) => runCrashes(run, database),
}

export const killBoth: Suite = {
  name: 'kill-both',
  claim: claim('the server and PostgreSQL are killed together'),
  unit: 'kills',
  sizes: { quick: both.quickSize, release: 50 },
  faults: { 'unlogged-responses': 'The table of stored responses is unlogged, so that a crash empties it.' },
  run: (run) => runCrashes(run, both),
}
