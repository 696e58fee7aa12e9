import { defineConfig } from 'vitest/config'

/** Connectors with real stores, which take a while to get and to start. */
export default defineConfig({
  test: { include: ['tests/**/*.stores.ts'], testTimeout: 120_000, hookTimeout: 300_000 },
})
