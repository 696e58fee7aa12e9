import { describe, expect, it } from 'vitest'
import { startSylius } from '../servers/sylius.ts'
import { startVendure } from '../servers/vendure.ts'
import { startWooCommerce } from '../servers/woocommerce.ts'
import type { Ask, Behaviour } from './behaviour.ts'
import { askSylius, SYLIUS_BEHAVIOURS } from './sylius-behaviours.ts'
import { askVendure, VENDURE_BEHAVIOURS } from './vendure-behaviours.ts'
import { askWooCommerce, WOOCOMMERCE_BEHAVIOURS } from './woocommerce-behaviours.ts'

type Started = { server: { stop(): Promise<void>; complaints: string[] } }

const walk = <Shop extends Started>(
  platform: string,
  behaviours: readonly Behaviour<Shop>[],
  start: () => Promise<Shop>,
  open: (shop: Shop) => Ask | Promise<Ask>,
) =>
  describe(`the stand-in of ${platform}`, () => {
    it.each(behaviours.map((each) => [each.does, each] as const))(
      'follows: %s.',
      async (_does, { play, shows, source }) => {
        const shop = await start()
        try {
          expect(await play(shop, await open(shop)), source).toEqual(shows)
        } finally {
          shop.server.complaints.length = 0
          await shop.server.stop()
        }
      },
    )

    it('has a source for each of its behaviours, and says none twice', () => {
      expect(behaviours.filter(({ source }) => source.length < 10)).toEqual([])
      expect(new Set(behaviours.map(({ does }) => does)).size).toBe(behaviours.length)
    })
  })

walk('WooCommerce', WOOCOMMERCE_BEHAVIOURS, startWooCommerce, askWooCommerce)
walk('Sylius', SYLIUS_BEHAVIOURS, startSylius, askSylius)
walk('Vendure', VENDURE_BEHAVIOURS, startVendure, askVendure)
