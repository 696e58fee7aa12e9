import type { Allocation, Wanted } from '../../lib/inventory/allocations/allocation.ts'
import {
  handOverStock,
  releaseStock,
  reserveStock,
  reverseHandOver,
  takeBackStock,
} from '../../lib/inventory/allocations/reserve-stock.ts'
import { app } from '../../lib/platform/app/app.ts'
import { parseId } from '../../lib/platform/id.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import type { Member } from './client.ts'

/** The cause of reservations in these tests, which in the product is an order. */
export const CAUSE = 'commerce:///fulfilment/orders/01K9ZB4A7M2C5X8V1B6N3Q0W4E'

/** Answers spell the ids of custodians as UUIDs. */
const toId = (text: string) => parseId(text) ?? ''

const write = <T>({ tenant }: Pick<Member, 'tenant'>, work: (unit: Unit) => Promise<T>): Promise<T> =>
  runInUnit(app().db, { tenant, actor: null, now: app().clock() }, work)

export const tryToReserve = (member: Pick<Member, 'tenant'>, custodianId: string, wanted: readonly Wanted[]) =>
  write(member, (unit) => reserveStock(app().db, unit, toId(custodianId), wanted, CAUSE))

/** Reserves pieces of a stock item; throws if it has too few. */
export const reserving = async (
  member: Pick<Member, 'tenant'>,
  { variantId, custodianId }: { variantId: string; custodianId: string },
  quantity: number,
): Promise<Allocation[]> => {
  const result = await tryToReserve(member, custodianId, [{ variantId, quantity }])
  if ('shortages' in result) throw new Error(JSON.stringify(result.shortages))
  return result.allocations
}

export const releasing = (member: Pick<Member, 'tenant'>, allocations: readonly Allocation[]) =>
  write(member, (unit) => releaseStock(app().db, unit, allocations, CAUSE))

export const handingOver = (member: Pick<Member, 'tenant'>, allocations: readonly Allocation[]) =>
  write(member, (unit) => handOverStock(app().db, unit, allocations, CAUSE))

export const reversing = (
  member: Pick<Member, 'tenant'>,
  allocations: readonly Allocation[],
  options?: Parameters<typeof reverseHandOver>[4],
) => write(member, (unit) => reverseHandOver(app().db, unit, allocations, CAUSE, options))

export const takingBack = (
  member: Pick<Member, 'tenant'>,
  allocations: readonly Allocation[],
  options?: Parameters<typeof takeBackStock>[4],
) => write(member, (unit) => takeBackStock(app().db, unit, allocations, CAUSE, options))
