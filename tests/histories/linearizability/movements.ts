import { findAnomalies, type Transaction } from './find-anomalies.ts'
import { readOutcome } from './recorder.ts'
import { askWithKey, makeGoods, type Stage, type Subject } from './subjects.ts'

interface Movement {
  kind: string
  onHandChange: number
  onHandAfter: number
}

const LISTS = 3
const RECEIPTS = 2

/** Movements of several stock items, to which each arrival of goods adds one for each of its lines at the same moment. */
export const movementsOfStock = async (stage: Stage): Promise<Subject> => {
  const { world, caller, moment } = stage
  const { random, among } = world
  const { custodianId, makeVariant } = await makeGoods(stage)
  const variantIds: string[] = []
  for (let list = 0; list < LISTS; list++) variantIds.push(await makeVariant(`SKU-${list}`))
  for (const variantId of variantIds)
    await world.made(caller, '/api/inventory/stock-items', { variantId, custodianId, onHand: 0 })
  const receipts: string[] = []
  for (let left = RECEIPTS; left; left--) {
    const lines = variantIds.map((variantId) => ({ variantId, expected: 5 }))
    receipts.push((await world.made(caller, '/api/inventory/goods-receipts', { custodianId, lines })).id)
  }
  const transactions: Transaction[] = []
  let arrivals = 0

  const read = async (): Promise<void> => {
    for (const [list, variantId] of variantIds.entries()) {
      const called = moment()
      const url = `/api/inventory/movements?variantId=${variantId}&custodianId=${custodianId}&itemsPerPage=100`
      const outcome = readOutcome(await world.ask(caller, { method: 'GET', url }), ({ body }) =>
        (body.member as Movement[])
          .filter(({ kind }) => kind === 'receipt')
          // Pieces only arrive, so their number tells the order in which they did.
          .sort((one, other) => one.onHandAfter - other.onHandAfter)
          .map(({ onHandChange }) => String(onHandChange)),
      )
      if (typeof outcome === 'string') continue
      const reads = [{ list: `list ${list}`, elements: outcome.known }]
      const times = { called, returned: moment() }
      transactions.push({ name: `read ${transactions.length}`, appends: [], reads, outcome: 'done', ...times })
    }
  }
  return {
    read,
    async act() {
      if (random() < 0.25) return await read()
      // The number of pieces identifies the arrival.
      const quantity = ++arrivals
      const chosen = [...variantIds.keys()].filter(() => random() < 0.6)
      const lists = chosen.length ? chosen : [0]
      const lines = lists.map((list) => ({ variantId: variantIds[list], quantity }))
      const url = `/api/inventory/goods-receipts/${receipts[among(RECEIPTS)]}/receive`
      const called = moment()
      const outcome = readOutcome(await askWithKey(stage, { method: 'POST', url, body: { lines } }), () => true)
      const isDone = typeof outcome !== 'string'
      transactions.push({
        name: `arrival ${quantity}`,
        appends: lists.map((list) => ({ list: `list ${list}`, element: String(quantity) })),
        reads: [],
        outcome: isDone ? 'done' : outcome === 'nothing' ? 'refused' : 'unknown',
        called,
        returned: isDone ? moment() : Number.POSITIVE_INFINITY,
      })
    },
    check: () => findAnomalies(transactions).map((anomaly) => `movements: ${anomaly}`),
    countOperations: () => transactions.length,
  }
}
