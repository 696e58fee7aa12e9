import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasJava } from './local/choose-table.ts'
import LongestFirst from './tests/support/longest-first.ts'

const UNIT = 'tests/**/*.unit.test.ts'
const E2E = 'tests/**/*.e2e.test.ts'
/** Starts of the platform whose table is embedded, which need no Java. */
const EMBEDDED_E2E = [
  'tests/client/tour.e2e.test.ts',
  'tests/e2e/tour.e2e.test.ts',
  'tests/local/{demo-tenant,embedded-stack}.e2e.test.ts',
]
/** Tests of what only a server of the database or of queues does, or of processes that share one. */
const ON_DYNAMODB = [
  'tests/store/{embedded-table,lease,stalled-services,unavailable,units,writers}.test.ts',
  'tests/docs/bundles.test.ts',
  'tests/iam/external-bundle.test.ts',
  'tests/events/{embedded-queues,killed-workers,workers}.test.ts',
  'tests/http/missing-table.test.ts',
  'tests/billing/payment-run-kills.test.ts',
  'tests/billing/rendering-bundle.test.ts',
  'tests/histories/linearizability/local.test.ts',
  'tests/local/{queue,stream}-poller.test.ts',
  'tests/notification/replay.test.ts',
]

/** Changes its process for good, so that no other file may run there. */
const ISOLATED = 'tests/crossing/frozen-prototype.test.ts'

// Processes of a run, and of the next one, find there what Node made of the modules that another one has loaded.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/modules')

/** Loaded by Node itself, once in each worker, while modules of tests are loaded anew for each file. */
const PLATFORM = /^(?!.*\/(tests|node_modules)\/).*\/(client|functions|lib|local|schemas)\/.*\.ts$/
/** Reads what Shopify publishes of its API, which takes a quarter of a second, is the same for all files and never changes. */
const PUBLISHED = /\/tests\/connectors\/servers\/shopify-(cost|graphql|schema)\.ts$/

/** Another one for each run; `SEED=123` makes the same choices again. */
const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)
const EVERY_FILE = ['tests/support/fresh-file.ts', 'tests/support/seeded-properties.ts']
const CLIENT = 'tests/support/client-setup.ts'
const services = {
  globalSetup: [CLIENT, 'tests/support/global-setup.ts'],
  setupFiles: [...EVERY_FILE, 'tests/support/environment.ts'],
}
const E2E_TIMEOUT_MS = 180_000
/** Where the table of most tests is: in the memory of their process, or in DynamoDB Local. */
const table = process.env.TABLE ?? 'embedded'
/** Without Java there is no DynamoDB Local, so all tests that need it are skipped. */
const onlyWithJava = hasJava() ? {} : { runner: './tests/support/skipping-runner.ts' }

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    fsModuleCachePath: '.cache/vitest',
    reporters: ['default', './tests/support/tally-reporter.ts'],
    // End-to-end tests wait for others much of their time, so that three files share two cores well.
    maxWorkers: availableParallelism() + 1,
    provide: { seed },
    sequence: { seed, sequencer: LongestFirst },
    // tests/support/fresh-file.ts isolates the files of a worker from each other.
    isolate: false,
    server: { deps: { external: [PLATFORM, PUBLISHED] } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: [UNIT], setupFiles: EVERY_FILE, globalSetup: CLIENT } },
      {
        extends: true,
        test: {
          name: 'endpoint',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', UNIT, E2E, ISOLATED, ...ON_DYNAMODB],
          env: { TABLE: table },
          ...services,
        },
      },
      {
        extends: true,
        test: { name: 'isolated', include: [ISOLATED], isolate: true, env: { TABLE: table }, ...services },
      },
      {
        extends: true,
        test: {
          name: 'dynamodb',
          include: ON_DYNAMODB,
          exclude: ['**/node_modules/**', UNIT],
          env: { TABLE: 'dynamodb' },
          ...services,
          ...onlyWithJava,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [E2E],
          exclude: ['**/node_modules/**', ...EMBEDDED_E2E],
          setupFiles: EVERY_FILE,
          globalSetup: [CLIENT, 'tests/support/stack-setup.ts'],
          testTimeout: E2E_TIMEOUT_MS,
          ...onlyWithJava,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded-e2e',
          include: EMBEDDED_E2E,
          setupFiles: EVERY_FILE,
          globalSetup: CLIENT,
          testTimeout: E2E_TIMEOUT_MS,
        },
      },
    ],
  },
})
