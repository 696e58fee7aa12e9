import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { precompileValidators } from '../../deploy/precompile-validators.ts'
import { AREAS } from '../../functions/docs/areas.ts'
import { makeExample } from '../../lib/platform/docs/openapi/example.ts'
import type { Endpoint } from '../../lib/platform/http/endpoint.ts'
import { findViolations } from '../../lib/platform/http/request/find-violations.ts'
import { NO_BODY, querySchema } from '../../lib/platform/http/request/validate-input.ts'
import { hostileVariants } from '../generated/hostile.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'entrepot-validators-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const RANDOM = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 30, seed: 7 })

type ViolationsOf = typeof findViolations

/** Builds `findViolations` as in a bundle of the module. */
const bundleViolationFinder = async (area: string): Promise<ViolationsOf> => {
  const source = await precompileValidators(join(root, `functions/${area}/api.ts`))
  const outfile = join(folder, `${area}.mjs`)
  await build({
    entryPoints: [join(root, 'lib/platform/http/request/find-violations.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: 'ready-made',
        setup: ({ onLoad }) =>
          onLoad({ filter: /validators\.ts$/ }, () => ({ contents: source, loader: 'js', resolveDir: root })),
      },
    ],
  })
  return (await import(pathToFileURL(outfile).href)).findViolations
}

const listParts = (endpoint: Endpoint) => [
  { part: 'query' as const, schema: querySchema(endpoint) },
  ...(endpoint.route.startsWith('GET ') ? [] : [{ part: 'body' as const, schema: endpoint.body ?? NO_BODY }]),
]

describe('precompiled validators', () => {
  it.each(AREAS.map(({ name, load }) => ({ name, load })))(
    'find the same violations in requests to $name as those compiled at run time, and change values alike',
    async ({ name, load }) => {
      const bundled = await bundleViolationFinder(name)
      const tried = new Set<string>()
      for (const endpoint of Object.values((await load()).endpoints)) {
        for (const { part, schema } of listParts(endpoint)) {
          const usual = makeExample(schema)
          // Equal schemas have one validator, so for the others it is left to see that the route finds it.
          const content = `${part} ${JSON.stringify(schema)}`
          const values = tried.has(content) ? [usual, 'hostile'] : [usual, ...hostileVariants(usual), ...RANDOM]
          tried.add(content)
          for (const value of values) {
            const [one, other] = [structuredClone(value), structuredClone(value)]
            const expected = await findViolations(endpoint.route, part, schema, one)
            const found = bundled(endpoint.route, part, schema, other)
            // An expectation takes longer than all of the above, so only a difference gets one.
            if (isDeepStrictEqual([found, other], [expected, one])) continue
            expect(found, endpoint.route).toEqual(expected)
            expect(other, endpoint.route).toEqual(one)
          }
        }
      }
    },
  )
})
