import { checkPaymentFile } from '../../billing/check-payment-file.ts'
import { toDay } from '../book.ts'
import { payBill } from './bills.ts'
import { paySettlement } from './settle.ts'
import { compare, count, must, runTasks, type World } from './world.ts'

const DAY_MS = 86_400_000
const RUNS = '/api/billing/payment-runs'

interface Item {
  id: string
  number: string
  amount: number
}

const payItem = (world: World, { id, number }: Item): void => {
  const bill = world.bills.find((each) => each.number === number)
  const settled = world.settlements.find((each) => each.number === number)
  if (bill) {
    bill.status = 'paid'
    payBill(world, bill, number, id)
  } else if (settled) paySettlement(world, settled, number, id)
}

/** Hands what is due to the bank with one file, which a third person submits. */
const submit = async (world: World): Promise<{ id: string; items: Item[] } | undefined> => {
  const due = [
    ...world.bills.filter(({ status }) => status === 'scheduled').map(({ number, total }) => [number, total] as const),
    ...world.settlements
      .filter(({ status, total }) => status === 'approved' && total > 0)
      .map(({ number, total }) => [number, total] as const),
  ]
  if (!due.length) return undefined
  const { id } = await must(world.clerk.post(RUNS, { dueUntil: toDay(world.now + DAY_MS) }))
  await runTasks(world)
  const { items } = await must(world.clerk.get(`${RUNS}/${id}`))
  const said = items.map(({ number, amount }: Item) => [number, amount])
  compare(world, `items of run ${id}`, said.sort(), due.map((each) => [...each]).sort())
  await must(world.banker.post(`${RUNS}/${id}/submit`))
  const file = await must(world.banker.get(`${RUNS}/${id}/file`))
  const { faults, payments } = checkPaymentFile(file)
  compare(world, `faults of the file of ${id}`, faults, [])
  compare(
    world,
    `payments in the file of ${id}`,
    payments.map((payment) => [payment.id, payment.cents]).sort(),
    items.map((item: Item) => [item.id, item.amount]).sort(),
  )
  count(world, 'payment runs')
  return { id, items }
}

/** Pays what is due with a payment run. The bank may reject the first bill, which waits for another run then. */
export const payDue = async (world: World, isRejected: boolean, waitMs: number): Promise<void> => {
  const run = await submit(world)
  if (!run) return
  world.now += waitMs
  const isBill = ({ number }: Item) => world.bills.some((bill) => bill.number === number)
  const rejected = isRejected ? run.items.find(isBill) : undefined
  if (rejected) {
    const body = { itemIds: [rejected.id], reason: 'The account was closed' }
    await must(world.banker.post(`${RUNS}/${run.id}/reject`, body))
    const bill = world.bills.find(({ number }) => number === rejected.number)
    if (bill) bill.status = 'approved'
    count(world, 'rejected items')
  }
  if (run.items.length === (rejected ? 1 : 0)) return
  await must(world.banker.post(`${RUNS}/${run.id}/confirm`, {}))
  await runTasks(world)
  for (const item of run.items) if (item !== rejected) payItem(world, item)
}
