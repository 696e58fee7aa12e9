import { describe, expect, it } from 'vitest'
import { aMember } from '../support/client.ts'
import { ask, usual, where } from './asking.ts'
import { expectDescribed, findSuccessStatus } from './operations.ts'
import { readState } from './state.ts'
import { listWrites } from './writes.ts'

const ID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g
const TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g

/** Returns the answer without ids and times, which differ between two requests. */
const comparable = (text: string) => JSON.parse(text.replaceAll(ID, 'id').replaceAll(TIME, 'time'))

const offering = where(({ endpoint }) => endpoint.dryRun === true)

describe('a dry run', () => {
  it('is offered by operations', () => {
    expect(offering.length).toBeGreaterThan(5)
  })

  it.each(offering)('of $operation answers what the request then makes, and changes nothing', async (operation) => {
    const whose = await aMember()
    const made = await usual(operation, whose)
    const options = { token: whose.token, headers: { 'idempotency-key': 'one key for both' } }
    const before = await readState(whose.tenant)
    let tried: Awaited<ReturnType<typeof ask>> | undefined
    const written = await listWrites(whose.tenant, async () => {
      tried = await ask(operation, { ...made, query: 'dryRun=true' }, options)
    })
    if (!tried) throw new Error('nothing was answered')
    expect(tried.status, tried.text.slice(0, 500)).toBe(200)
    expectDescribed(operation, tried)
    expect([tried.headers.Location, tried.headers.ETag]).toEqual([undefined, undefined])
    expect(written).toEqual([])
    expect(await readState(whose.tenant)).toEqual(before)
    const answer = await ask(operation, made, options)
    expect([answer.status, answer.headers['Idempotency-Replayed']]).toEqual([findSuccessStatus(operation), undefined])
    expect(comparable(tried.text)).toEqual(comparable(answer.text))
  })

  it.each(where(({ endpoint, method }) => endpoint.dryRun !== true && method !== 'GET' && !endpoint.open).slice(0, 5))(
    'is refused by $operation, which offers none',
    async (operation) => {
      const made = await usual(operation)
      const answer = await ask(operation, { ...made, query: 'dryRun=true' })
      expect(answer.status).toBe(400)
      expect(answer.body.violations).toMatchObject([{ propertyPath: 'dryRun' }])
    },
  )
})
