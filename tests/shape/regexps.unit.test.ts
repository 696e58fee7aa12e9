import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { querySchema } from '../../lib/platform/http/request/validate-input.ts'
import { installPackages } from '../../local/install-packages.ts'
import { hashFiles, remember } from '../support/remember.ts'
import { sources } from './sources.ts'

// Matches a literal where a value is allowed; a class inside it may contain a slash.
const LITERAL =
  /(?<=[(,=:[!&|?{};\n>]\s*|\breturn )\/(?![*/])((?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w/-])/g

/**
 * Fuzzing that differs between runs would call a safe expression vulnerable by chance. Its time limits are off, because an
 * attack that takes long on busy cores counts as one that succeeds; limits of steps remain.
 */
const FUZZING = { randomSeed: 1, seedingTimeout: null, incubationTimeout: null, attackTimeout: null }

interface Recheck {
  check(source: string, flags: string, options: object): Promise<{ status: string; error?: unknown }>
}

let recheck: Recheck
beforeAll(() => {
  recheck = createRequire(import.meta.url)(join(installPackages('tests/shape/recheck'), 'recheck'))
})

const literals = sources('functions', 'lib', 'schemas').flatMap(({ text }) =>
  [...text.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({ source, flags })),
)

const listPatterns = (schema: unknown): string[] => {
  if (schema === null || typeof schema !== 'object') return []
  const { pattern } = schema as { pattern?: unknown }
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(schema).flatMap(listPatterns)]
}

const patterns = (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
  Object.values(endpoints)
    .flatMap((endpoint) => [...listPatterns(endpoint.body), ...listPatterns(querySchema(endpoint))])
    .map((source) => ({ source, flags: 'u' })),
)

const version = hashFiles('tests/shape/recheck/package-lock.json')

const all = [...new Map([...literals, ...patterns].map((each) => [`/${each.source}/${each.flags}`, each]))]

it('uses no regular expression with superlinear time', async () => {
  expect(all.length).toBeGreaterThan(10)
  const unsafe: { literal: string; status: string; error?: unknown }[] = []
  // One at a time, because the timeout counts from the call on. It is long, since a check that is cut short is unknown.
  for (const [literal, { source, flags }] of all) {
    const { status, ...why } = await remember(
      ['recheck', version, JSON.stringify(FUZZING), source, flags],
      () => recheck.check(source, flags, { timeout: 600_000, ...FUZZING }),
      (verdict) => verdict.status === 'safe',
    )
    if (status !== 'safe') unsafe.push({ literal, status, ...('error' in why && { error: why.error }) })
  }
  expect(unsafe).toEqual([])
}, 900_000)
