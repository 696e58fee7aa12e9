import type { LinkDirection } from '../../schemas/channel.ts'
import { requireAssortment } from '../catalog/require-assortment.ts'
import { type Id, parseId } from '../id.ts'
import { requirePartner } from '../partner/require-partner.ts'
import { invalid, notFound, orInvalid, Problem } from '../problem.ts'
import type { Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import type { StoredChannel } from './channel.ts'
import { changeChannel, channels, loadChannel } from './channel-store.ts'
import { findMerchant } from './merchant-store.ts'

const requireMerchant = async (db: Table, tenant: Id, id: Id, propertyPath: string) =>
  orInvalid(await findMerchant(db, tenant, id), propertyPath, 'merchant')

export const linkToMerchant = async (db: Table, unit: Unit, id: string, merchantId: Id): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  await requireMerchant(db, unit.tenant, merchantId, 'merchantId')
  return unit.update(channels, channel, { merchantId })
}

/** Principals that are kept here must be there; those of other systems are taken at their word. */
const requirePrincipal = async (db: Table, tenant: Id, uri: string) => {
  const [, path, text = ''] = /^commerce:\/\/\/([^/]+\/[^/]+)\/(.+)$/.exec(uri) ?? []
  if (path !== 'partner/partners' && path !== 'sales/merchants') return
  const id = parseId(text)
  if (!id) throw invalid({ propertyPath: 'principal', message: 'ends in no id' })
  if (path === 'partner/partners') await requirePartner(db, tenant, id, 'principal')
  else await requireMerchant(db, tenant, id, 'principal')
}

export const sourceFrom = async (db: Table, unit: Unit, id: string, principal: string): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  await requirePrincipal(db, unit.tenant, principal)
  return unit.update(channels, channel, { sourcingPrincipal: principal })
}

const LINKS = { pull: 'pullAssortmentId', push: 'pushAssortmentId' } as const

export const bindLink = async (
  db: Table,
  unit: Unit,
  id: string,
  { assortmentId, direction }: { assortmentId: Id; direction: LinkDirection },
): Promise<StoredChannel> => {
  const channel = await loadChannel(unit, id)
  await requireAssortment(db, unit.tenant, assortmentId)
  const other = direction === 'pull' ? 'push' : 'pull'
  if (channel[LINKS[other]] === assortmentId)
    throw new Problem('CATALOG_LINK_LOOP', `The channel has this assortment for ${other} already.`)
  return changeChannel(unit, channel, { [LINKS[direction]]: assortmentId })
}

export const clearLink = async (unit: Unit, id: string, direction: string): Promise<StoredChannel> => {
  if (direction !== 'pull' && direction !== 'push') throw notFound()
  const channel = await loadChannel(unit, id)
  return channel[LINKS[direction]] ? changeChannel(unit, channel, { [LINKS[direction]]: null }) : channel
}
