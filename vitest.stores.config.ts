import { defineConfig } from 'vitest/config'

/** Connectors, and channels on them, with real stores, which take a while to get and to start. */
export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    fsModuleCachePath: '.cache/vitest',
    reporters: ['default', './tests/support/tally-reporter.ts'],
    include: ['tests/**/*.stores.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/environment.ts',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
