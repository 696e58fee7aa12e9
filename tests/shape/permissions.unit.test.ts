import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import type { Endpoint } from '../../lib/platform/http/endpoint.ts'

interface Row {
  operation: string
  method: string
  path: string
  access: string
  /** Statuses of success, the usual one first. */
  success: number[]
}

const listStatuses = ({ success, also, returns, collection, produces }: Endpoint) => [
  success ?? (returns || collection || produces ? 200 : 204),
  ...(also ? [also] : []),
]

const mounted = (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
  Object.entries(endpoints).map(([operation, endpoint]): Row => {
    const [method = '', path = ''] = endpoint.route.split(' ')
    return { operation, method, path, access: endpoint.access, success: listStatuses(endpoint) }
  }),
)

const agreed = readFileSync(join(import.meta.dirname, 'operations.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Row => {
    const [, operation = '', method = '', path = '', access = '', success = ''] = line.split('\t')
    const statuses = [...success.matchAll(/\b\d{3}\b/g)].map(([status]) => Number(status))
    return { operation, method, path: path.split('?')[0] as string, access, success: statuses }
  })

describe('permissions', () => {
  it('match the reviewed snapshot', async () => {
    const width = (read: (row: Row) => string) => Math.max(...mounted.map((row) => read(row).length)) + 2
    const [operation, path] = [width((row) => row.operation), width((row) => row.path)]
    const lines = mounted.map(
      (row) => `${row.operation.padEnd(operation)}${row.method.padEnd(8)}${row.path.padEnd(path)}${row.access}`,
    )
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('permissions.txt')
  })

  it('match the specified operations', () => {
    const known = new Map(agreed.map((row) => [row.operation, row]))
    const both = mounted.filter(({ operation }) => known.has(operation))
    expect(both).toEqual(both.map(({ operation }) => known.get(operation)))
    expect(both.length).toBeGreaterThan(20)
  })

  it('use the specified names of operations', () => {
    const names = new Map(agreed.map(({ operation, method, path }) => [`${method} ${path}`, operation]))
    const renamed = mounted.filter(
      ({ operation, method, path }) => (names.get(`${method} ${path}`) ?? operation) !== operation,
    )
    expect(renamed).toEqual([])
  })

  it('use existing scopes, and read scopes for reading', () => {
    for (const { operation, method, access } of mounted) {
      expect(['public', 'identity', ...SCOPES], operation).toContain(access)
      if (method === 'GET' && access.includes(':')) expect(access, operation).toMatch(/:read$/)
    }
  })
})
