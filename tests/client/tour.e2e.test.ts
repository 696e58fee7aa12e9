import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eitherTable, startStack } from '../support/stack-setup.ts'
import { installClient, readTour, run } from './build-client.ts'

// The tour ends by using up the sign-ins of this address, which other tests need.
let stack: Awaited<ReturnType<typeof startStack>>
let client: Awaited<ReturnType<typeof installClient>>
beforeAll(async () => {
  client = await installClient()
  stack = await startStack({ TABLE: eitherTable() })
})
afterAll(async () => {
  await stack?.stop()
  await client?.remove()
})

describe("the tour of the client's README", () => {
  it('works when run', async () => {
    const program = readTour()
      .replace('http://localhost:3000', stack.urls.api)
      .replace('http://localhost:1080', stack.urls.mail)
    await writeFile(join(client.repository, 'tour.ts'), program)
    const { stdout } = await run(process.execPath, [join(client.repository, 'tour.ts')], { timeout: 280_000 })
    const lines = stdout.trim().split('\n')
    const [tenant, first, again, found, violations, topic, drifted, published, ...fulfilled] = lines
    expect(tenant).toBe('Analytical Engines owner')
    expect(again).toBe(first)
    expect(found).toBe('1 Hamburg East')
    expect(violations).toBe('itemsPerPage,page')
    expect(topic).toBe('partner.partner.created')
    expect([drifted, published]).toEqual(['drifted', 'in_sync'])
    const [numbers, movements, charges, parcels, ...rest] = fulfilled
    expect(numbers).toMatch(/^SIM\d{10} SIM\d{10}$/)
    expect(movements).toBe('return_in hand_over reserve opening')
    expect(charges).toBe('order parcel parcel piece piece return')
    expect(parcels).toBe('2')
    expect(rest.slice(0, -2)).toContain('POST /api/fulfilment/returns')
    expect(rest.at(-2)).toMatch(/^429 \d+$/)
    expect(rest.at(-1)).toMatch(/^partner\./)
  }, 300_000)
})
