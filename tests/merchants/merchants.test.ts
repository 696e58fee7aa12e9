import { afterAll, expect, test } from 'vitest'
import { useApp } from '../../lib/platform/app/app.ts'
import { proofPart, recordFigures } from '../support/proof.ts'
import { runSeeds } from '../support/run-seeds.ts'
import { checkAgreement } from './agreement.ts'
import { liveDay } from './day.ts'
import { openShopify } from './shopify-side.ts'
import { openSylius } from './sylius-side.ts'
import { openVendure } from './vendure-side.ts'
import { openWooCommerce } from './woocommerce-side.ts'

const SIDES = [openShopify, openWooCommerce, openVendure, openSylius]
const part = proofPart(SIDES.length)

afterAll(() => useApp(undefined))

test('orders, pieces, money and stock agree with the books of the shop after a day of its merchant', {
  timeout: 60_000 + part.count * 60_000,
}, async () => {
  const { broken, all } = await runSeeds('merchants', part, async (seed) => {
    const open = SIDES[seed % SIDES.length] as (typeof SIDES)[number]
    return await liveDay(await open(seed), seed, checkAgreement)
  })
  recordFigures(all)
  expect(broken).toEqual([])
})
