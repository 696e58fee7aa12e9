import { hash } from 'node:crypto'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { type Action, type Key, MAX_ACTIONS, type Table } from '../../platform/store/table/table.ts'
import type { CustodianSystem } from '../custodian-connector.ts'
import { sumBySku } from '../vendor/remote.ts'

// State of simulated custodians, by seed:  T#<tenant>#simulated-custodian?seed=<digest of the seed>
//   order#<digest>    reference, lines, placedAt and cancelledAt of an order
//   missed#<digest>   an order whose first dispatch was lost
//   stock#<digest>    what came and went of a SKU: sku, change
//   goods#<digest>    announced goods

export interface Piece {
  sku: string
  quantity: number
}

/** All that is stored of an order; the rest follows from the time. */
export interface PlacedOrder {
  reference: string
  lines: readonly Piece[]
  placedAt: string
  cancelledAt: string | null
}

/** The partition of one simulated custodian. */
export interface CustodianState {
  db: Table
  pk: string
}

const digest = (text: string) => hash('sha256', text, 'hex')

export const openCustodianState = ({ db, tenant }: CustodianSystem, seed: string): CustodianState => ({
  db,
  pk: partition(tenant, `simulated-custodian?seed=${digest(seed)}`),
})

const orderKey = ({ pk }: CustodianState, reference: string): Key => ({ pk, sk: `order#${digest(reference)}` })
const missedKey = ({ pk }: CustodianState, reference: string): Key => ({ pk, sk: `missed#${digest(reference)}` })
const goodsKey = ({ pk }: CustodianState, reference: string): Key => ({ pk, sk: `goods#${digest(reference)}` })
const stockKey = ({ pk }: CustodianState, sku: string): Key => ({ pk, sk: `stock#${digest(foldSku(sku))}` })

/** Adds pieces to the stock, or takes them off; at most as many SKUs as fit beside one other action. */
const changeStock = (state: CustodianState, pieces: readonly Piece[], sign: 1 | -1): Action[] => {
  return sumBySku(pieces)
    .slice(0, MAX_ACTIONS - 1)
    .map(({ sku, quantity }) => ({
      update: stockKey(state, sku),
      set: 'SET #kind = :kind, #sku = :sku ADD #change :by',
      values: { ':kind': 'simulated-custodian-stock', ':sku': sku, ':by': sign * quantity },
    }))
}

export const findPlaced = async (state: CustodianState, reference: string): Promise<PlacedOrder | undefined> =>
  await state.db.get<PlacedOrder>(orderKey(state, reference))

/** Stores an order; returns the one that has the reference already if there is one. */
export const placeOrder = async (state: CustodianState, order: PlacedOrder): Promise<PlacedOrder> => {
  const put = { ...orderKey(state, order.reference), kind: 'simulated-custodian-order', ...order }
  const { committed } = await state.db.transact([
    { put, when: 'attribute_not_exists(pk)' },
    ...changeStock(state, order.lines, -1),
  ])
  return committed ? order : ((await findPlaced(state, order.reference)) ?? order)
}

/** Marks an order as cancelled; returns false if it was cancelled before. */
export const markCancelled = async (state: CustodianState, order: PlacedOrder, at: string): Promise<boolean> => {
  const { committed } = await state.db.transact([
    {
      update: orderKey(state, order.reference),
      set: 'SET #cancelledAt = :at',
      when: '#cancelledAt = :none',
      values: { ':at': at, ':none': null },
    },
    ...changeStock(state, order.lines, 1),
  ])
  return committed
}

/** Notes that a dispatch was lost; returns false if one was lost before. */
export const noteMissed = async (state: CustodianState, reference: string): Promise<boolean> => {
  const put = { ...missedKey(state, reference), kind: 'simulated-custodian-missed' }
  return (await state.db.put({ put, when: 'attribute_not_exists(pk)' })).ok
}

/** Adds goods to the stock, once for each reference. */
export const addGoods = async (state: CustodianState, reference: string, lines: readonly Piece[]): Promise<void> => {
  const put = { ...goodsKey(state, reference), kind: 'simulated-custodian-goods', reference }
  await state.db.transact([{ put, when: 'attribute_not_exists(pk)' }, ...changeStock(state, lines, 1)])
}

/** Returns by how much the stock of these SKUs changed. */
export const readChanges = async (state: CustodianState, skus: readonly string[]): Promise<Map<SkuKey, number>> => {
  const items = skus.length
    ? await state.db.batchGet<{ sku: string; change: number }>(skus.map((sku) => stockKey(state, sku)))
    : []
  return new Map(items.map(({ sku, change }) => [foldSku(sku), change]))
}

/** Returns the changes of all SKUs after a key. */
export const listChanges = async ({ db, pk }: CustodianState, after: string, limit: number) =>
  await db.query<{ sk: string; sku: string; change: number }>({
    pk,
    from: `${after || 'stock#'}\u0000`,
    to: 'stock#\u{10ffff}',
    limit,
  })
