import { handler as followInvoices } from '../../../functions/billing/every-quarter-hour-follow-invoices.ts'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { toDay } from '../book.ts'
import { decideBills, recordBill, scheduleBills } from './bills.ts'
import { importPayments, payOtherwise } from './collect.ts'
import { found } from './company.ts'
import { creditInvoice, useCredits } from './credit.ts'
import { payDue } from './pay.ts'
import { billProfiles, cancelInvoice, changeProfile, sellDirectly } from './sell.ts'
import { recordCharges, recordDamage, settleQuarter } from './settle.ts'
import { changeOrders, draftOrders, drawOrders, issueOrders, placeOrders } from './shop-billing.ts'
import { followOrders } from './shop-follow.ts'
import { compare, moveTo, openWorld, runTasks, type World } from './world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Invoices of the two recurring profiles in a year. */
const RECURRING = 16
const BILLS_A_MONTH = 3

/** Divides a number over the months, the first of which get one more where it does not fit. */
const shareOf = (total: number, month: number) => Math.floor(total / 12) + (month <= total % 12 ? 1 : 0)

/** Sells over some days of the month, and once in its last hour, which is in the next month in the time zone. */
const sell = async (world: World, month: number, orders: number): Promise<void> => {
  for (let i = 0; i < orders; i++) {
    if (i > 0) moveTo(world, month, Math.min(13, 5 + i))
    await sellDirectly(world)
  }
}

const sellLate = async (world: World, month: number): Promise<void> => {
  world.now = Math.max(world.now, Date.UTC(world.year, month, 1) - HOUR_MS / 2)
  await sellDirectly(world)
}

/** Notes what falls due. What issued credit notes cover is not owed, also before they are applied. */
const noteOverdue = ({ invoices, notes, now }: World): void => {
  for (const invoice of invoices) {
    const pending = notes.filter((note) => note.invoice === invoice && note.status === 'issued')
    const owed = pending.reduce((rest, { gross }) => rest - gross, invoice.open)
    if (owed > 0 && invoice.dueDate < toDay(now)) invoice.isOverdue = true
    if (invoice.open === 0) invoice.isOverdue = false
  }
}

/** Imports the statement of the bank for the days before today, and uses the credits that follow from it. */
const reconcile = async (world: World): Promise<void> => {
  await importPayments(world, toDay(world.now - DAY_MS))
  await useCredits(world)
  noteOverdue(world)
  await followInvoices({})
  await runTasks(world)
}

/** Does one step after the other. One that fails is noted and does not hide what others find. */
const doSteps = async (world: World, steps: readonly (() => unknown)[]): Promise<void> => {
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      world.wrong.push(`${step} failed: ${(error as Error).stack}`)
    }
}

const liveAMonth = async (world: World, month: number): Promise<void> => {
  const [gross = 0, net = 0, owed = 0] = [0.2, 0.1, 0.15].map((share) => Math.round(world.orders * share))
  const direct = world.orders - RECURRING - gross - net - owed
  const placed = { gross: shareOf(gross, month), net: shareOf(net, month), owed: shareOf(owed, month) }
  const isAfterQuarter = month % 3 === 1 && month > 1
  await doSteps(world, [
    () => moveTo(world, month, 2),
    () => billProfiles(world, month),
    () => placeOrders(world, placed),
    ...(isAfterQuarter ? [() => settleQuarter(world, (month - 1) / 3)] : []),
    () => moveTo(world, month, 5),
    () => draftOrders(world),
    () => sell(world, month, shareOf(direct, month) - 1),
    () => moveTo(world, month, 14),
    ...Array.from({ length: BILLS_A_MONTH }, () => () => recordBill(world)),
    () => recordCharges(world, month),
    () => changeOrders(world, Math.ceil(world.orders / 20)),
    () => moveTo(world, month, 17),
    () => followOrders(world),
    () => decideBills(world),
    () => creditInvoice(world),
    () => creditInvoice(world),
    ...(month % 2 ? [() => cancelInvoice(world)] : []),
    () => moveTo(world, month, 20),
    () => issueOrders(world),
    () => drawOrders(world),
    () => scheduleBills(world),
    () => payDue(world, month % 4 === 2, DAY_MS),
    ...(month % 3 === 0 ? [() => payOtherwise(world)] : []),
    ...(month === 6 ? [() => changeProfile(world), () => recordDamage(world)] : []),
    () => moveTo(world, month, 27),
    () => reconcile(world),
    () => sellLate(world, month),
  ])
}

/** Lets the last quarter be settled and paid, and the bank show what it still has to. */
const closeTheYear = async (world: World): Promise<void> => {
  await doSteps(world, [
    () => moveTo(world, 13, 4),
    () => settleQuarter(world, 4),
    () => followOrders(world),
    () => issueOrders(world),
    () => scheduleBills(world),
    () => payDue(world, false, HOUR_MS),
    () => moveTo(world, 13, 9),
    () => reconcile(world),
  ])
  const missing = world.bookings.filter(({ text }) => text !== 'Refund')
  compare(world, 'bookings that the bank has not shown', missing, [])
}

/**
 * Lives a year of a small business on the platform. The clock, which is everybody's, is put back afterwards. `check` reads
 * what the platform says at its end.
 */
export const liveAYear = async <T>(seed: number, orders: number, check: (world: World) => Promise<T>): Promise<T> => {
  const before = app()
  useApp({ ...before })
  try {
    const world = openWorld(seed, orders)
    await found(world)
    for (let month = 1; month <= 12; month++) await liveAMonth(world, month)
    await closeTheYear(world)
    return await check(world)
  } finally {
    useApp(before)
  }
}
