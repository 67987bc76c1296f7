import { defineConfig } from 'vitest/config'

/** Unit tests touch nothing outside the process; api tests run against a real PostgreSQL started once. */
const resolve = { conditions: ['source'] }
const ssr = { resolve: { conditions: ['source'] } }

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: { name: 'unit', include: ['{contract,server/src,sdk,scripts}/**/*.test.ts', 'tidy.test.ts'] },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'api',
          include: ['server/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
