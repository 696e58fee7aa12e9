import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runReadmeTour } from '../support/readme-tour.ts'
import { eitherTable, startStack } from '../support/stack-setup.ts'

// The tour ends by using up the sign-ins of this address, which other tests need, and needs one that none of them used.
let stack: Awaited<ReturnType<typeof startStack>>
beforeAll(async () => {
  stack = await startStack({ TABLE: eitherTable() })
})
afterAll(() => stack?.stop())

describe('the tour of the README', () => {
  it('works when pasted', async () => {
    const said = await runReadmeTour(stack.urls)

    expect(said[0]).toContain('@example.com')
    expect(JSON.parse(said[1] ?? '')).toEqual({
      emailVerified: true,
      tenant: { name: 'Analytical Engines', role: 'owner' },
    })
    const [first, again] = (said[2] ?? '').trim().split('\n')
    expect(JSON.parse(first ?? '')).toEqual({
      '@type': 'Custodian',
      id: expect.stringMatching(/^[\w-]{26,36}$/),
      name: 'Hamburg East',
      connectionConfigured: true,
    })
    expect(again).toBe(first)
    const [page, refused] = (said[3] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(page).toEqual({
      totalItems: 1,
      member: [{ name: 'Hamburg East', type: 'fulfilment_api_a', status: 'active' }],
    })
    expect(refused.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath).sort()).toEqual([
      'page',
      'type',
    ])
    expect(JSON.parse(said[4] ?? '')).toEqual({
      totalItems: 1,
      member: [{ topic: 'partner.partner.created', title: 'New partner', isRead: false }],
    })
    const [drifted, published, conflicts] = (said[5] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(drifted).toMatchObject({ status: 'drifted', fields: [{ path: '/prices/EUR', op: 'replace', to: 790 }] })
    expect(published).toEqual({ status: 'in_sync', fields: [] })
    expect(conflicts).toEqual({ totalItems: 0, member: [] })
    expect((said[6] ?? '').trim()).toMatch(/^SIM\d{10} SIM\d{10}$/)
    const [movements = '', charges = '', address, ...states] = (said[7] ?? '').trim().split('\n')
    const onHand = movements.split(', ').map((text) => text.split(' '))
    // Both parcels may be handed over in one movement.
    expect([...new Set(onHand.map(([kind]) => kind))]).toEqual(['return_in', 'hand_over', 'reserve', 'opening'])
    const left = Math.min(...onHand.map(([, pieces]) => Number(pieces)))
    expect(onHand[0]).toEqual(['return_in', String(left + 1)])
    expect(
      charges
        .split(', ')
        .map((text) => text.split(' ')[0])
        .sort(),
    ).toEqual(['order', 'parcel', 'parcel', 'piece', 'piece', 'return'])
    expect(address).toContain('/track/')
    expect(states).toEqual(['Delivered', 'Delivered'])
    const answers = (said[8] ?? '').trim().split('\n')
    expect(answers.filter((line) => line.includes(' 401 '))).not.toHaveLength(0)
    // The limit of an account has 15 minutes; the one of an address, which the text names, has one.
    const [, limit, seconds] = answers.at(-1)?.match(/ 429 .*x-ratelimit-limit: (\d+) .*retry-after: (\d+)/i) ?? []
    expect(limit).toBe('10')
    expect(Number(seconds)).toBeLessThanOrEqual(60)
  }, 300_000)
})
