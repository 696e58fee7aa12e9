import { expect, it } from 'vitest'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { newId } from '../../lib/platform/id.ts'
import { packValues } from '../../lib/platform/store/outlines/column-store.ts'
import { seeded } from '../support/faults.ts'

const ORDERS = 100_000
const OF_A_BLOCK = 1000
const BLOCKS = 4
const OF_A_PAGE = 1024 * 1024
/** Bytes of the key and the other attributes of a column, with some to spare. */
const OVERHEAD = 250

it('one page of a query has any column of 100,000 orders', () => {
  const random = seeded(7)
  const among = (most: number) => Math.floor(random() * most)
  const letters = (length: number) => Array.from({ length }, () => String.fromCharCode(97 + among(26))).join('')
  const of = <T>(...all: readonly T[]) => all[among(all.length)]
  const channels = Array.from({ length: 5 }, () => newId(new Date(Date.UTC(2026, 0, 1))))
  const skus = Array.from({ length: 500 }, () => letters(8))
  const names = Array.from({ length: 2000 }, () => letters(7))
  const columns: Record<string, (place: number) => unknown> = {
    channel: () => of(...channels),
    status: () => of('accepted', 'held', 'cancelled'),
    number: (place) => `de-${100_000 + place}`,
    external: (place) => String(5_400_000_000_000 + place * 32_768 + among(32_768)),
    emails: () => [hashEmail(letters(12)).slice(0, 12)],
    names: () => [of(...names), of(...names)],
    skus: () => Array.from({ length: 1 + among(3) }, () => of(...skus)),
    placed: (place) => Date.UTC(2026, 0, 1) + place * 300_000 + among(300) * 1000,
    payment: () => of('paid', 'unpaid', 'refunded'),
    total: () => 500 + among(20_000),
    fulfilment: () => of('fulfilled', 'in_progress', 'pending'),
  }
  for (const [column, value] of Object.entries(columns)) {
    const blocks = Array.from({ length: BLOCKS }, (_, block) =>
      Array.from({ length: OF_A_BLOCK }, (_, place) => value(block * OF_A_BLOCK + place) as string),
    )
    const bytes = blocks.reduce((sum, block) => sum + packValues(block).length + OVERHEAD, 0) / BLOCKS
    expect((bytes * ORDERS) / OF_A_BLOCK, column).toBeLessThanOrEqual(OF_A_PAGE)
  }
})
