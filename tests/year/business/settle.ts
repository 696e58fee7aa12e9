import { handler as settleSchedule } from '../../../functions/billing/every-quarter-hour-settle.ts'
import { creditor, toDay } from '../book.ts'
import { among, type Charged, choose, compare, count, must, runTasks, type Settled, type World } from './world.ts'

const SETTLEMENTS = '/api/billing/settlements'
const CHARGES = '/api/billing/charges'
const SCOPES = ['storage', 'fulfilment', 'shipping', 'manual']
const EMPTY_QUARTER = 2

/** Returns the first and the last day of a quarter. */
const quarterDays = (year: number, quarter: number) => {
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { startDate: iso(Date.UTC(year, quarter * 3 - 3, 1)), endDate: iso(Date.UTC(year, quarter * 3, 0)) }
}

const record = async (world: World, amount: number, at: number): Promise<Charged> => {
  const occurredAt = new Date(at).toISOString()
  const given = { scope: choose(world, SCOPES), chargeType: 'fee', description: 'Work of the month', currency: 'EUR' }
  const { id } = await must(world.clerk.post(CHARGES, { ...given, partnerId: world.custodian.id, amount, occurredAt }))
  const charge = { id, amount, day: toDay(at), isSettled: false }
  world.charges.push(charge)
  count(world, 'charges')
  return charge
}

/** Records what the custodian worked and damaged, also in the last hour of the month, and corrects one amount. */
export const recordCharges = async (world: World, month: number): Promise<void> => {
  await record(world, 500 + among(world, 50_000), world.now)
  await record(world, -1 - among(world, 3000), world.now - 3_600_000)
  await record(world, 500 + among(world, 9000), Date.UTC(world.year, month, 1) - 5_400_000)
  const charge = choose(
    world,
    world.charges.filter(({ id, isSettled }) => id && !isSettled),
  )
  const amount = 100 + among(world, 70_000)
  await must(world.clerk.patch(`${CHARGES}/${charge.id}`, { amount }))
  charge.amount = amount
}

const findOwn = ({ charges, year }: World, quarter: number): Charged[] => {
  const { startDate, endDate } = quarterDays(year, quarter)
  return charges.filter(({ isSettled, day }) => !isSettled && day >= startDate && day <= endDate)
}

const addUp = (charges: readonly Charged[]) => charges.reduce((sum, { amount }) => sum + amount, 0)

/** Records damage by which a quarter ends below 0, so that the next one takes its amount over. */
export const recordDamage = async (world: World): Promise<void> => {
  const at = Date.UTC(world.year, EMPTY_QUARTER * 3 - 1, 20, 12)
  await record(world, -(Math.max(0, addUp(findOwn(world, EMPTY_QUARTER))) + 1 + among(world, 20_000)), at)
}

const create = async (world: World, quarter: number): Promise<Settled> => {
  const period = quarterDays(world.year, quarter)
  const given = { partnerId: world.custodian.id, basis: 'period', currency: 'EUR', period }
  const { id } = await must(world.clerk.post(SETTLEMENTS, given))
  await runTasks(world)
  const { settlementNumber: number, totalAmount: total } = await must(world.clerk.get(`${SETTLEMENTS}/${id}`))
  const own = findOwn(world, quarter)
  const carried = world.settlements.find((each) => each.total < 0 && each.status === 'approved')
  const settled = { id, number, own: addUp(own), total: addUp(own) + (carried?.total ?? 0), status: 'open' }
  compare(world, `total of ${number}`, total, settled.total)
  for (const charge of own) charge.isSettled = true
  if (carried) carried.status = 'carried'
  world.settlements.push(settled)
  return settled
}

const act = (world: World, by: 'clerk' | 'approver', { id }: Settled, action: string, body?: object) =>
  must(world[by].post(`${SETTLEMENTS}/${id}/${action}`, body))

const approve = async (world: World, settled: Settled): Promise<void> => {
  settled.status = (await act(world, 'approver', settled, 'approve')).status
  world.book.post('4900', creditor(world.custodian.id), settled.own, world.now)
}

/** Takes an approved settlement back, whose charges wait again. */
const reject = async (world: World, settled: Settled, quarter: number): Promise<void> => {
  const { startDate, endDate } = quarterDays(world.year, quarter)
  settled.status = (await act(world, 'approver', settled, 'reject', { reason: 'Storage was charged twice' })).status
  await runTasks(world)
  world.book.post(creditor(world.custodian.id), '4900', settled.own, world.now)
  for (const charge of world.charges) if (charge.day >= startDate && charge.day <= endDate) charge.isSettled = false
  count(world, 'rejected settlements')
}

/** Adds a line to a settlement that is locked, because its period is over; it is under review then. */
const adjust = async (world: World, settled: Settled): Promise<void> => {
  await settleSchedule({})
  const amount = 1 + among(world, 9000)
  const line = { type: 'adjustment', description: 'Agreed by telephone', amount: -amount, currency: 'EUR' }
  await act(world, 'clerk', settled, 'line-items', line)
  const { status, totalAmount } = await must(world.clerk.get(`${SETTLEMENTS}/${settled.id}`))
  settled.own -= amount
  settled.total -= amount
  compare(world, `adjusted ${settled.number}`, [status, totalAmount], ['under_review', settled.total])
}

/** Settles a quarter after its end. The first one is disputed: it is rejected after its approval and made again. */
export const settleQuarter = async (world: World, quarter: number): Promise<void> => {
  let settled = await create(world, quarter)
  if (quarter === 1) {
    await approve(world, settled)
    await reject(world, settled, quarter)
    settled = await create(world, quarter)
  }
  if (quarter === 3) await adjust(world, settled)
  await approve(world, settled)
  count(world, 'settlements')
}

/** Books the payment of a settlement. */
export const paySettlement = (world: World, settled: Settled, text: string, endToEndId: string): void => {
  settled.status = 'paid'
  world.book.post(creditor(world.custodian.id), 'bank', settled.total, world.now)
  world.bookings.push({ cents: -settled.total, name: world.custodian.name, text, endToEndId })
}
