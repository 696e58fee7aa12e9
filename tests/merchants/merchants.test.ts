import { afterAll, describe, expect, test } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { isProof, isTried, type Part, proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { checkAgreement } from './agreement.ts'
import { type DaySize, liveDay } from './day.ts'
import { openShopify } from './shopify-side.ts'
import { openSylius } from './sylius-side.ts'
import { openVendure } from './vendure-side.ts'
import { openWooCommerce } from './woocommerce-side.ts'

const SIDES = [openShopify, openWooCommerce, openVendure, openSylius]
const SMALL = { orders: 12, acts: 70 }
/** As many orders as a merchant of ours has, and as many acts for each. */
const FULL = { orders: 200, acts: 1170 }

const live = async (proof: string, part: Part, size: DaySize): Promise<void> => {
  const { broken, all } = await runSeeds(proof, part, async (seed) => {
    const open = SIDES[seed % SIDES.length] as (typeof SIDES)[number]
    return await liveDay(await open(seed), seed, size, checkAgreement)
  })
  recordFigures(all)
  expect(broken).toEqual([])
}

const small = proofPart(SIDES.length)
const full = proofPart(1)

afterAll(() => useApp(undefined))

describe('orders, pieces, money and stock agree with the books of the shop', () => {
  test.runIf(isTried('merchants'))(
    'after a day of its merchant',
    {
      timeout: 60_000 + small.count * 60_000,
    },
    () => live('merchants', small, SMALL),
  )

  test.runIf(isProof && isTried('full-merchants'))(
    'after a day of its merchant with 200 orders',
    {
      timeout: 60_000 + full.count * 900_000,
    },
    () => live('full-merchants', full, FULL),
  )
})
