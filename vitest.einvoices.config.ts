import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'

const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)

/** E-invoices and the rules of their formats, with a validator that takes a while to get and to run. */
export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    fsModuleCachePath: '.cache/vitest',
    reporters: ['default', './tests/support/tally-reporter.ts'],
    include: ['tests/**/*.einvoices.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/environment.ts',
    provide: { seed },
    sequence: { seed },
    testTimeout: 1_200_000,
  },
})
