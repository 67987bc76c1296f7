import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const resolve = { conditions: ['source'] }
const ssr = { resolve: { conditions: ['source'] } }

/** Files of one worker share their modules, and with them the server that the worker has started: half the time. */
const shared = { isolate: false, setupFiles: 'server/test/fixtures/seeds.ts', provide: { thorough: false } }
/** Each project has one PostgreSQL. The limits end tests that hang; a busy machine takes its time. */
const database = {
  globalSetup: 'server/test/fixtures/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
}

/** `npm test` runs `unit` and `api`; `npm run test:system` runs the others. */
const projects: Record<string, NonNullable<TestProjectInlineConfiguration['test']>> = {
  // Nothing outside the process.
  unit: {
    ...shared,
    include: [
      '{contract,server/src,sdk,cli,scripts,examples,web/src}/**/*.test.ts',
      'prove/mutants/*.test.ts',
      'tidy.test.ts',
    ],
  },
  // A server in the process of the tests, on a real PostgreSQL.
  api: { ...shared, ...database, include: ['server/test/**/*.test.ts'], exclude: ['server/test/system/**'] },
  // Servers, commands and packages as processes; and the whole size of tests that `api` runs in part.
  system: {
    ...shared,
    ...database,
    provide: { thorough: true },
    include: [
      'server/test/system/*.test.ts',
      'server/test/{http/hostile,tasks/task-races,events/webhook-delivery}.test.ts',
    ],
  },
  // Quick sizes of `npm run prove`.
  prove: { ...database, include: ['prove/*.test.ts'] },
  // A browser.
  web: {
    include: ['web/e2e/**/*.test.ts'],
    globalSetup: 'web/e2e/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: {
    // Two even on a small machine, because tests wait for the database; not more than its connections allow.
    maxWorkers: Math.min(8, Math.max(2, availableParallelism() - 1)),
    projects: Object.entries(projects).map(([name, test]) => ({ resolve, ssr, test: { ...test, name } })),
  },
})
