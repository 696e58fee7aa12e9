import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orNotFound } from '../../platform/problem.ts'
import { checkConnected } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { toShopProblem } from '../channels/shop-problem.ts'
import { findMapped } from '../listings/listing-store.ts'
import { readRemotePage } from './remote-page.ts'

const encodeCursor = (channelId: Id, cursor: string) =>
  Buffer.from(JSON.stringify([channelId, cursor])).toString('base64url')

const decodeCursor = (channelId: Id, given: string): string => {
  try {
    const [channel, cursor]: unknown[] = JSON.parse(Buffer.from(given, 'base64url').toString())
    if (channel === channelId && typeof cursor === 'string') return cursor
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw invalid({ propertyPath: 'cursor', message: 'must be a nextCursor of this channel' })
}

/** Time for which pages without new variants are skipped. */
const SKIP_PAGES_MS = 5000

/** Lists the shop's variants that no listing of the channel is linked with, from a cursor on. */
export const browseRemote = async (app: App, tenant: Id, channelId: string, given: string | undefined) => {
  const channel = orNotFound(await findChannel(app.db, tenant, channelId))
  const { catalog } = getConnector(channel.type)
  if (!catalog) return { id: channel.id, supported: false, nextCursor: null, hasMore: false, items: [] }
  checkConnected(channel)
  let cursor = given === undefined ? null : decodeCursor(channel.id, given)
  const until = app.clock().getTime() + SKIP_PAGES_MS
  try {
    const shop = await openShop(app, tenant, channel)
    for (;;) {
      const { variants, next } = await readRemotePage(catalog, shop, cursor)
      const ids = variants.map(({ externalVariantId }) => externalVariantId)
      const mapped = await findMapped(app.db, tenant, channel.id, ids)
      const items = variants.filter(({ externalVariantId }) => !mapped.has(externalVariantId))
      if (items.length || next === null || app.clock().getTime() > until) {
        const nextCursor = next === null ? null : encodeCursor(channel.id, next)
        return { id: channel.id, supported: true, nextCursor, hasMore: next !== null, items }
      }
      cursor = next
    }
  } catch (error) {
    throw toShopProblem(error)
  }
}
