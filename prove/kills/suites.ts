import type { Suite } from '../suite.ts'
import { survive, type Crash } from './crash-loop.ts'

const earlyAnswers = { NODE_OPTIONS: `--import ${new URL('early-commit-driver.mjs', import.meta.url).href}` }

const server: Crash = {
  durable: false,
  strike: (ground) => ground.server.kill(),
  mend: (ground) => ground.server.start(),
  environments: { 'early-answers': earlyAnswers },
  hurriedSize: 3,
}

const database: Crash = {
  durable: true,
  strike: ({ cluster }) => cluster.kill(),
  mend: ({ cluster }) => cluster.restart(),
  statements: { 'forgetful-events': 'alter table task_events set unlogged' },
  hurriedSize: 2,
}

const both: Crash = {
  durable: true,
  strike: async (ground) => {
    await Promise.all([ground.cluster.kill(), ground.server.kill()])
  },
  mend: async (ground) => {
    await ground.cluster.restart()
    await ground.server.start()
  },
  statements: { 'forgetful-answers': 'alter table idempotency_keys set unlogged' },
  hurriedSize: 1,
}

const claim = (killed: string) =>
  `When ${killed} under load, nothing that was acknowledged is lost, nothing is done twice, what was refused left nothing, money and audit add up, and webhooks are told in the end.`

export const killServer: Suite = {
  name: 'kill-server',
  claim: claim('the server is killed'),
  unit: 'kills',
  sizes: { quick: server.hurriedSize, release: 200 },
  faults: {
    'early-answers': 'The driver says that a transaction is committed a moment before it asks for that.',
  },
  run: (run) => survive(run, server),
}

export const killDatabase: Suite = {
  name: 'kill-database',
  claim: claim('PostgreSQL is killed'),
  unit: 'kills',
  sizes: { quick: database.hurriedSize, release: 100 },
  faults: { 'forgetful-events': 'PostgreSQL empties the table of what happened to tasks after a crash.' },
  run: (run) => survive(run, database),
}

export const killBoth: Suite = {
  name: 'kill-both',
  claim: claim('the server and PostgreSQL are killed at once'),
  unit: 'kills',
  sizes: { quick: both.hurriedSize, release: 50 },
  faults: { 'forgetful-answers': 'PostgreSQL empties the table of answers to be repeated after a crash.' },
  run: (run) => survive(run, both),
}
