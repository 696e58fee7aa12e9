import type { CustodianInventory } from '../../schemas/warehousing/custodian-inventory.ts'
import { findVariantIdsBySku } from '../catalog/find-variant-ids-by-sku.ts'
import { CustodianError, type RemoteStock } from '../custodians/custodian-connector.ts'
import { openCustodian } from '../custodians/open-custodian.ts'
import type { App } from '../platform/app/app.ts'
import { toCallProblem } from '../platform/connection/connection-problem.ts'
import type { Id } from '../platform/id.ts'
import { foldSku } from '../platform/identifiers/sku.ts'
import { invalid, orNotFound, Problem } from '../platform/problem.ts'
import { findAll, findOwnersOfValues } from '../platform/store/lists/list.ts'
import type { Table } from '../platform/store/table/table.ts'
import { readCustodian } from '../warehousing/require-custodian.ts'
import { buildPair, stockItems } from './stock-store.ts'

const encodeCursor = (custodianId: Id, cursor: string) =>
  Buffer.from(JSON.stringify([custodianId, cursor])).toString('base64url')

const decodeCursor = (custodianId: Id, given: string): string => {
  try {
    const [id, cursor]: unknown[] = JSON.parse(Buffer.from(given, 'base64url').toString())
    if (id === custodianId && typeof cursor === 'string') return cursor
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  throw invalid({ propertyPath: 'cursor', message: 'must be a nextCursor of this custodian' })
}

/** Adds up the records that a custodian has of one SKU, such as the same article once for each kind of box. */
const addUpBySku = (stock: readonly RemoteStock[]): RemoteStock[] =>
  [...Map.groupBy(stock, ({ sku }) => foldSku(sku)).values()].flatMap(([first, ...others]) =>
    first ? [{ sku: first.sku, onHand: others.reduce((sum, { onHand }) => sum + onHand, first.onHand) }] : [],
  )

/** Compares stock at a custodian with what is on hand here. */
const compareStock = async (
  db: Table,
  tenant: Id,
  custodianId: Id,
  stock: readonly RemoteStock[],
): Promise<CustodianInventory['items']> => {
  const variantIds = await findVariantIdsBySku(
    db,
    tenant,
    stock.map(({ sku }) => sku),
  )
  const pairs = [...new Set(variantIds.values())].map((variantId) => buildPair(variantId, custodianId))
  const owners = await findOwnersOfValues(db, stockItems, tenant, 'pair', pairs)
  const items = await findAll(db, stockItems, tenant, [...owners.values()])
  const byVariant = new Map(items.map((item) => [item.variantId, item]))
  return stock.map(({ sku, onHand: theirs }) => {
    const variantId = variantIds.get(foldSku(sku)) ?? null
    const item = variantId === null ? undefined : byVariant.get(variantId)
    const ours = item?.onHand ?? null
    return { sku, variantId, stockItemId: item?.id ?? null, theirs, ours, difference: theirs - (ours ?? 0) }
  })
}

/** Time for which pages without differences are skipped. */
const SKIP_PAGES_MS = 5000

interface Asked {
  cursor: string | undefined
  isComplete: boolean
}

/** Reads a page of the custodian's stock and compares it with ours: all of it, or only what differs. */
export const compareWithCustodian = async (
  app: App,
  tenant: Id,
  id: string,
  { cursor: given, isComplete }: Asked,
): Promise<Omit<CustodianInventory, 'rev'>> => {
  const custodian = orNotFound(await readCustodian(app.db, tenant, id))
  if (!custodian.enabledCapabilities.includes('list_inventory'))
    throw new Problem('OPERATION_NOT_ALLOWED', 'The custodian does not have the capability list_inventory enabled.')
  let cursor = given === undefined ? null : decodeCursor(custodian.id, given)
  const until = app.clock().getTime() + SKIP_PAGES_MS
  try {
    const { connector, system } = await openCustodian(app, tenant, custodian)
    if (!connector.inventory)
      throw new Problem('OPERATION_NOT_ALLOWED', 'The custodian has no system, so its stock is the stock here.')
    for (;;) {
      const { stock, next } = await connector.inventory.page(system, cursor)
      const compared = await compareStock(app.db, tenant, custodian.id, addUpBySku(stock))
      const items = isComplete ? compared : compared.filter(({ difference }) => difference !== 0)
      if (items.length || next === null || app.clock().getTime() > until) {
        const nextCursor = next === null ? null : encodeCursor(custodian.id, next)
        return { id: custodian.id, nextCursor, hasMore: next !== null, items }
      }
      cursor = next
    }
  } catch (error) {
    throw error instanceof CustodianError ? toCallProblem(error) : error
  }
}
