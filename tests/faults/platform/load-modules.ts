import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeOnce } from '../../../lib/platform/make-once.ts'

const IMPORT = /import\('(\.{1,2}\/[^']+\.ts)'\)/g
/** Packages that are loaded with their first use. */
const PACKAGES = ['country-to-currency', 'csv-parse/sync', 'ibantools', 'web-push']
/** Modules that the workload never uses, and that take long to load. */
const UNUSED = /typeset|docs\/|document\/|e-invoices|mfa|passkey|saml|external/

/**
 * Loads what the platform loads with its first use: waiting for a module would change the order of the calls, so that a
 * seed gave another history the first time.
 */
export const loadModules = makeOnce(async () => {
  const files = globSync(['lib/**/*.ts', 'functions/**/*.ts'])
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path)),
  )
  const wanted = [...new Set(found)].filter((path) => !UNUSED.test(path))
  await Promise.all([...wanted.map((path) => pathToFileURL(path).href), ...PACKAGES].map((path) => import(path)))
})
