import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { querySchema } from '../../lib/platform/http/request/validate-input.ts'
import { installPackages } from '../../local/install-packages.ts'
import { hashFiles } from '../support/remember.ts'
import { selectShare } from '../support/select-share.ts'
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

/**
 * Hashes of expressions that were found safe. A run checks those that came since and a share of the others;
 * `UPDATE_REGEXPS=true` lists the former.
 */
const LIST = join(import.meta.dirname, 'safe-regexps.txt')
/** A list is of one version of the checker with one set of limits. */
const checker = [hashFiles('tests/shape/recheck/package-lock.json'), JSON.stringify(FUZZING)]

const nameOf = (literal: string) => hash('sha256', [...checker, literal].join('\0')).slice(0, 16)

const all = [...new Map([...literals, ...patterns].map((each) => [`/${each.source}/${each.flags}`, each]))]

// A check that is cut short is unknown, so the timeout is long.
const check = ({ source, flags }: { source: string; flags: string }) =>
  recheck.check(source, flags, { timeout: 600_000, ...FUZZING })

it('uses no regular expression with superlinear time', async () => {
  expect(all.length).toBeGreaterThan(10)
  const listed = new Set((await readFile(LIST, 'utf8')).split('\n'))
  const known = all.filter(([literal]) => listed.has(nameOf(literal)))
  const again = new Set(selectShare(known, 0.05).map(([literal]) => literal))
  const unsafe: { literal: string; status: string; error?: unknown }[] = []
  // One at a time, because the timeout counts from the call on.
  for (const [literal, expression] of all) {
    if (listed.has(nameOf(literal)) && !again.has(literal)) continue
    const { status, ...why } = await check(expression)
    if (status !== 'safe') unsafe.push({ literal, status, ...('error' in why && { error: why.error }) })
  }
  expect(unsafe).toEqual([])
  if (process.env.UPDATE_REGEXPS === 'true')
    await writeFile(
      LIST,
      `${all
        .map(([literal]) => nameOf(literal))
        .sort()
        .join('\n')}\n`,
    )
}, 900_000)

it.each([
  ['(a+)+$', ''],
  ['\\s+$', ''],
  ['^(\\w+\\s?)*$', 'u'],
])('would find that /%s/%s takes superlinear time', async (source, flags) => {
  expect((await check({ source, flags })).status).toBe('vulnerable')
})
