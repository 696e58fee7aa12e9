import { expect } from 'vitest'
import { makeOnce } from '../../lib/platform/make-once.ts'
import { ask, comparable, unknownIds, usual, withoutIds } from '../generated/asking.ts'
import type { Made } from '../generated/fixtures.ts'
import { expectDescribed, OPERATIONS, type Operation } from '../generated/operations.ts'
import { listWrites } from '../generated/writes.ts'
import { aMember, type Received } from '../support/client.ts'
import { caseOfEach, type Matrix } from './cases.ts'
import { listPositions, type Position, putId } from './positions.ts'
import { referTo, unknownLike } from './references.ts'

/** Ends of paths whose last value belongs to no resource before it, each with its reason. */
const INDEPENDENT: Readonly<Record<string, string>> = {
  '/api/catalog/assortments/{id}/variants/{variantId}': 'a variant exists without an assortment',
  '/api/sales/channels/{channelId}/catalog/variants/{variantId}': 'every channel can show every variant',
  '/api/sales/channels/{id}/catalog-links/{direction}': 'a direction is a word',
  '/api/sales/channels/{channelId}/webhooks/{topic}': 'a topic is a word',
  '/{module}/': 'the page is the same for every path, and asks the API once somebody has signed in',
}

/** Ids in bodies that belong to the resource in the path. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  releaseFulfilmentOrder: ['holdId'],
  splitFulfilmentOrder: ['lines[].lineId'],
  handOverFulfilmentOrder: ['parcels[].lines[].lineId'],
  closeFulfilmentOrderShort: ['lines[].lineId'],
  receiveReturn: ['lines[].lineId'],
  confirmPaymentRun: ['itemIds[]'],
  rejectPaymentRun: ['itemIds[]'],
  reversePayment: ['allocationIds[]'],
  correctStockItem: ['lotId'],
  writeOffStockItem: ['lotId', 'serialUnitIds[]'],
  restockStockItem: ['lotId', 'serialUnitIds[]'],
  updateInvoice: ['lineItems[].id'],
  createCreditNote: ['lineItems[].originalLineItemId'],
  updateCreditNote: ['lineItems[].originalLineItemId'],
}

const listNames = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
const isIndependent = ({ path }: Operation) => Object.keys(INDEPENDENT).some((begin) => path.startsWith(begin))

const NESTED = OPERATIONS.filter(
  (each) => (listNames(each).length > 1 && !isIndependent(each)) || INSIDE[each.operation] !== undefined,
)

const meet = makeOnce(() => aMember())
const figures = { swaps: 0 }

const asking = async (operation: Operation, made: Made) =>
  ask(operation, made, { token: made.token ?? (await meet()).token })

/** Compares a request for what another parent has with one for what nothing has. */
const expectMissing = async (
  operation: Operation,
  swapped: Made,
  nobodys: Made,
  compare: (answer: Received) => unknown,
) => {
  let answer: Received | undefined
  const written = await listWrites((await meet()).tenant, async () => {
    answer = await asking(operation, swapped)
  })
  if (!answer) throw new Error('nothing was answered')
  const missing = await asking(operation, nobodys)
  expect(missing.status, missing.text).toBeGreaterThanOrEqual(400)
  expect(compare(answer)).toEqual(compare(missing))
  expectDescribed(operation, answer)
  expect(written).toEqual([])
  figures.swaps++
}

/** Puts what one parent has below another one, at every level of the path. */
const swapPath = async (operation: Operation) => {
  const member = await meet()
  const names = listNames(operation)
  const [one, other] = [await usual(operation, member), await usual(operation, member)]
  expect(Object.keys(one.params ?? {}).sort()).toEqual([...names].sort())
  for (let parents = 1; parents < names.length; parents++) {
    const params = Object.fromEntries(
      names.map((name, place) => [name, (place < parents ? other : one).params?.[name] as string]),
    )
    const unknown = unknownIds(one.params)
    const nobodys = Object.fromEntries(
      names.map((name, place) => [name, (place < parents ? other.params?.[name] : unknown[name]) as string]),
    )
    const compared = names.slice(parents).some((name) => unknown[name] !== one.params?.[name])
    await expectMissing(
      operation,
      { ...one, params },
      compared ? { ...one, params: nobodys } : { ...one, params: { ...params, [names.at(-1) as string]: 'nothing' } },
      comparable,
    )
  }
}

const swapBody = async (operation: Operation, position: Position) => {
  const member = await meet()
  const made = await usual(operation, member)
  const elsewhere = await referTo(operation.operation, position, member)
  const put = (id: string) => putId(operation, made, position, id)
  await expectMissing(operation, put(elsewhere), put(unknownLike(elsewhere)), withoutIds)
}

const expectSeparate = async (operation: Operation) => {
  if (listNames(operation).length > 1) await swapPath(operation)
  const inside = listPositions(operation).filter(({ path }) => INSIDE[operation.operation]?.includes(path))
  expect(inside.map(({ path }) => path)).toEqual(INSIDE[operation.operation] ?? [])
  for (const position of inside) await swapBody(operation, position)
}

/** Lists exemptions that no path needs. */
export const listUnusedExemptions = (): string[] => {
  const paths = OPERATIONS.map(({ path }) => path)
  return Object.keys(INDEPENDENT).filter((begin) => !paths.some((path) => path.startsWith(begin)))
}

export const HIERARCHIES: Matrix = { name: 'hierarchies', cases: caseOfEach(NESTED, expectSeparate), few: 2, figures }
