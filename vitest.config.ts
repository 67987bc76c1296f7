import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Unit tests touch nothing outside the process; api and web tests run against a real PostgreSQL started once. */
const resolve = { conditions: ['source'] }
const ssr = { resolve: { conditions: ['source'] } }
/** They start and kill many processes, and take minutes: `npm run test:long`. */
const long = ['demo', 'demo-world', 'embedded', 'sdk-worker-restart'].map(
  (name) => `server/test/${name}.test.ts`,
)

export default defineConfig({
  test: {
    // Two even on a small machine, because tests wait for the database; not more than its connections allow.
    maxWorkers: Math.min(8, Math.max(2, availableParallelism() - 1)),
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          // They keep no state, so the files of one worker can share what they import: half the time.
          isolate: false,
          include: ['{contract,server/src,sdk,cli,scripts,examples,web/src}/**/*.test.ts', 'tidy.test.ts'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'api',
          // Each file has a server and a database of its own, so files can share what they import: half the time.
          isolate: false,
          include: ['server/test/**/*.test.ts'],
          exclude: long,
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'long',
          include: long,
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'prove',
          include: ['prove/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 120_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'web',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: 'web/e2e/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
