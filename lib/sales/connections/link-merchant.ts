import type { LinkDirection } from '../../../schemas/sales/channel.ts'
import { requireAssortment } from '../../catalog/require-assortment.ts'
import type { Id } from '../../platform/id.ts'
import { notFound, orInvalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeChannel, channels, loadChannel } from '../channels/channel-store.ts'
import { findMerchant } from '../merchants/merchant-store.ts'
import { requireGoodsOwner } from './require-goods-owner.ts'

export const linkMerchant = async (db: Table, unit: Unit, id: string, merchantId: Id): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  orInvalid(await findMerchant(db, unit.tenant, merchantId), 'merchantId', 'merchant')
  return unit.update(channels, channel, { merchantId })
}

export const changeSourcingPrincipal = async (
  db: Table,
  unit: Unit,
  id: string,
  principal: string,
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  await requireGoodsOwner(db, unit.tenant, principal, 'principal')
  return unit.update(channels, channel, { sourcingPrincipal: principal })
}

const LINKS = { pull: 'pullAssortmentId', push: 'pushAssortmentId' } as const

export const linkAssortment = async (
  db: Table,
  unit: Unit,
  id: string,
  { assortmentId, direction }: { assortmentId: Id; direction: LinkDirection },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  await requireAssortment(db, unit.tenant, assortmentId)
  const other = direction === 'pull' ? 'push' : 'pull'
  if (channel[LINKS[other]] === assortmentId)
    throw new Problem(
      'CATALOG_LINK_LOOP',
      `The channel already uses this assortment for ${other}. Choose another one for ${direction}.`,
    )
  return changeChannel(unit, channel, { [LINKS[direction]]: assortmentId })
}

export const unlinkAssortment = async (unit: Unit, id: string, direction: string): Promise<StoredChannel> => {
  if (direction !== 'pull' && direction !== 'push') throw notFound()
  const channel = await loadChannel(unit, id)
  return channel[LINKS[direction]] ? changeChannel(unit, channel, { [LINKS[direction]]: null }) : channel
}
