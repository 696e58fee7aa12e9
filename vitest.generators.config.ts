import { defineConfig } from 'vitest/config'

/** Generators, linters and checks of published packages, which take a while to get and to run. */
export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    fsModuleCachePath: '.cache/vitest',
    reporters: ['default', './tests/support/tally-reporter.ts'],
    include: ['tests/**/*.generators.ts'],
    globalSetup: 'tests/support/client-setup.ts',
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})
