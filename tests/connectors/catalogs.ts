import { afterEach, beforeEach, describe } from 'vitest'
import { flattenContent } from '../../lib/catalog/compare-content.ts'
import type {
  Connector,
  ExternalVariant,
  PushOutcome,
  RemoteVariant,
  Shop,
  VariantToPush,
} from '../../lib/connectors/connector.ts'
import { connect, PLATFORMS } from './platforms.ts'
import { goods } from './servers/goods.ts'

type Start = (typeof PLATFORMS)[keyof typeof PLATFORMS]
type Platform = Awaited<ReturnType<Start>>

export const confirmedOf = (outcomes: readonly PushOutcome[]) =>
  outcomes.map((outcome) => {
    if (!('confirmed' in outcome)) throw new Error(`not confirmed: ${JSON.stringify(outcome)}`)
    return outcome.confirmed
  })

export const skusOf = (variants: readonly { sku: string | null }[]) => variants.map(({ sku }) => sku).sort()

/** Reduces content to the members that the shop can show. */
export const shownOf = ({ shows, content }: RemoteVariant, ours = content) =>
  [...flattenContent(ours)].filter(([pointer]) => shows.some((each) => `${pointer}/`.startsWith(`${each}/`))).sort()

/** A test shop and the parts of its connector. */
export interface Market {
  platform: Platform
  store: Shop
  catalog: Required<Connector>['catalog']
  inventory: Required<Connector>['inventory']
  /** Opens the shop like another process, without any memoized answers. */
  connectAnew(more?: Parameters<typeof connect>[1]): void
  /** Another, empty shop. */
  begin(): Promise<void>
  walk(from?: string | null): Promise<{ pages: RemoteVariant[][]; variants: RemoteVariant[] }>
  push(...variants: VariantToPush[]): Promise<ReturnType<typeof confirmedOf>>
  /** Adds so many products, each third with three variants, and returns the SKUs. */
  sellMany(count: number): string[]
}

const market = (start: Start): Market => {
  const on = {
    connectAnew(more = {}) {
      const { store, connector } = connect(on.platform, more)
      const { catalog, inventory } = connector as Required<Connector>
      Object.assign(on, { store, catalog, inventory })
    },
    async begin() {
      await on.platform?.server.stop()
      on.platform = await start()
      on.connectAnew()
    },
    async walk(from = null) {
      const pages: RemoteVariant[][] = []
      let cursor = from
      do {
        const page = await on.catalog.page(on.store, cursor)
        pages.push(page.variants)
        if (pages.length > 500) throw new Error('the walk does not end')
        cursor = page.next
      } while (cursor !== null)
      return { pages, variants: pages.flat() }
    },
    push: async (...variants) => confirmedOf(await on.catalog.push(on.store, variants)),
    sellMany(count) {
      const skus: string[] = []
      for (let each = 1; each <= count; each++) {
        const names = each % 3 ? ['Loose'] : ['Small', 'Medium', 'Large']
        const variants = names.map((name, at) => ({ sku: `SKU-${each}-${at}`, name, price: '12.90' }))
        skus.push(...variants.map(({ sku }) => sku))
        on.platform.shelf.sell(goods(each, { variants }))
      }
      return skus.sort()
    },
  } as Market
  return on
}

/** Declares the same tests for each platform. */
export const describeMarkets = (what: string, guarantees: (on: Market) => void): void =>
  describe.each(Object.entries(PLATFORMS))(`${what} of %s`, (_, start) => {
    const on = market(start)
    beforeEach(() => on.begin())
    afterEach(() => on.platform.server.stop())
    guarantees(on)
  })

/** Calls the parts of a connector with one variant at a time. */
export const partsOf = (platform: Parameters<typeof connect>[0], more = {}) => {
  const { connector, store } = connect(platform, more)
  const { catalog, inventory } = connector as Required<Connector>
  const push = async (...variants: VariantToPush[]) => (await catalog.push(store, variants)) as [PushOutcome]
  const pushed = async (variant: VariantToPush) => {
    const [outcome] = await push(variant)
    if (!('confirmed' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.confirmed
  }
  const shown = async (external: ExternalVariant, of: Shop = store) => (await catalog.find(of, [external]))[0]
  return { catalog, inventory, store, push, pushed, shown }
}

export const level = (external: ExternalVariant, quantity: number) => ({
  ...external,
  id: '1',
  quantity,
  backorders: 'deny' as const,
})
