import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { compileMessages } from './scripts/compile-messages.ts'
import { nativeModules } from './scripts/native-modules.ts'

const resolve = { conditions: ['source'] }
const ssr = { resolve: { conditions: ['source'] } }

/** The MCP clients depend on packages that have sources under the condition `source`, which Node cannot import. */
const server = { deps: { inline: [/@modelcontextprotocol/, /eventsource/] } }

/** Test files of one worker share loaded modules: importing the server for each file would double the time. */
const shared = {
  isolate: false,
  server,
  setupFiles: 'server/test/fixtures/seeds.ts',
  provide: { newSeed: false },
}
/** Generous, because a busy machine is slow: they only end tests that hang. */
const timeouts = { testTimeout: 300_000, hookTimeout: 300_000 }

/** One PostgreSQL per project. */
const database = { ...timeouts, globalSetup: 'server/test/fixtures/global-setup.ts' }

/** The server runs in the process of the tests. */
const inProcess = {
  ...shared,
  ...database,
  setupFiles: [shared.setupFiles, 'server/test/fixtures/prepared-statements.ts'],
}

/**
 * API tests that repeat a property for each route, role, command, binding, store, race or fault, and those of operators and payment
 * processors: more than half of the time of all API tests.
 */
const exhaustive = [
  'accounts/{access,members,operators}',
  'approvals/{gate-money,kill-switch}',
  'a2a/{a2a-client,a2a-stream,bindings-differential,json-rpc}',
  'clients/*',
  'events/{deadline-mails,notification-mails,stream-authority}',
  'events/webhook-{authority,delivery,health,owners,push}',
  'files/{blob-stores,images,move-files,virus-scan}',
  'http/{admin-routes,hostile-requests,rate-limits}',
  'listings/search-common-words',
  'mcp/mcp-wire',
  'moderation/*',
  'money/{chargeback-evidence,chargebacks,currencies,debt-plans,earnings-holds,invoices,money-desk}',
  'money/{other-books,refunds}',
  'money/{onboarding,payments}-stripe',
  'money/payouts-{attention,late,refused}',
  'money/processor/*',
  'money/ledger/ledger-races',
  'network/reputation*',
  'storage/secret-key-file',
  'tasks/{accept-batch,commit-steps,send-batch,settlement-races,task-budgets,task-contention,task-races}',
].map((name) => `server/test/${name}.test.ts`)

/** `npm test` runs `unit` and `api`; `npm run test:system` runs the others. */
const projects: Record<string, NonNullable<TestProjectInlineConfiguration['test']>> = {
  // No database, no other process.
  unit: {
    ...shared,
    testTimeout: 60_000,
    include: [
      '{contract,server/src,sdk,cli,scripts,examples,web/src}/**/*.test.ts',
      'prove/mutants/*.test.ts',
      'tidy.test.ts',
    ],
  },
  // A server in the process of the tests, on a real PostgreSQL.
  api: {
    ...inProcess,
    include: ['server/test/**/*.test.ts'],
    exclude: ['server/test/system/**', ...exhaustive],
  },
  exhaustive: { ...inProcess, provide: { newSeed: true }, include: exhaustive },
  // Servers, commands and packages as processes.
  system: { ...shared, ...database, provide: { newSeed: true }, include: ['server/test/system/*.test.ts'] },
  // Quick sizes of `npm run prove`.
  prove: { ...database, include: ['prove/*.test.ts'] },
  // The web app in a browser.
  web: {
    ...shared,
    provide: { newSeed: true },
    include: ['web/e2e/**/*.test.ts'],
    ...timeouts,
    globalSetup: 'web/e2e/global-setup.ts',
  },
}

export default defineConfig({
  test: {
    // One more than processors on a small machine, because tests wait for the database; at most what its connections allow.
    maxWorkers: Math.min(8, Math.max(3, availableParallelism() - 1)),
    projects: Object.entries(projects).map(([name, test]) => ({
      plugins: process.argv.includes('run') ? [compileMessages, nativeModules] : [compileMessages],
      resolve,
      ssr,
      // Stack traces name the sources of compiled modules.
      test: { ...test, name, execArgv: ['--enable-source-maps'] },
    })),
  },
})
