import { handler as everyHour } from '../../functions/billing/every-hour-charge-storage.ts'
import { handler as everyQuarterHour } from '../../functions/billing/every-quarter-hour-settle.ts'
import { checkPaymentFile } from '../billing/check-payment-file.ts'
import { must } from '../year/business/world.ts'
import { lastOfMonth } from './contracts.ts'
import { type Statement, totalOf } from './logistics-book.ts'
import { agree, among, type Provider, runTasks, survive, tell, today } from './provider.ts'

const SETTLEMENTS = '/api/billing/settlements'
const RUNS = '/api/billing/payment-runs'
const DAY_MS = 86_400_000

/** Scopes of the first owner that people settle; a rule settles its sales. */
const BY_HAND = ['fulfilment', 'returns', 'shipping', 'storage']

/** Enters the storage of the days before today. */
const enterStorage = (provider: Provider): void => {
  const { shelf, book, warehouse } = provider
  for (; provider.storedUntil < today(provider); ) {
    const day = provider.storedUntil
    // The days of the business end at midnight in Hamburg, an hour or two before that of Greenwich.
    const isOver = ({ at }: { at: number }) =>
      new Date(at).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }) > day
    const pieces = shelf.reduce((sum, each) => sum + (isOver(each) ? 0 : each.pieces), 0)
    book.work(warehouse, day, 'storage_day', pieces)
    provider.storedUntil = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  }
}

/** Lets the hours pass in which ended days and months are charged. */
export const passHours = async (provider: Provider): Promise<void> => {
  await survive(provider, () => everyHour({}))
  await runTasks(provider)
  // A run that was killed has leased what it had begun.
  provider.now += 6 * 60_000
  await everyHour({})
  await runTasks(provider)
  enterStorage(provider)
  provider.book.closeMonths(today(provider))
}

export const addRule = async ({ clerk, owners }: Provider): Promise<void> => {
  const rule = { partnerId: owners[0]?.id, scope: 'sales', basis: 'period', currency: 'EUR', periodType: 'monthly' }
  await must(clerk.post('/api/billing/auto-settlement-rules', rule))
}

interface Shown {
  id: string
  settlementNumber: string
  totalAmount: number
  scopes: string[]
  periodEndDate: string
}

const check = (provider: Provider, shown: Shown, statement: Statement): void => {
  statement.number = shown.settlementNumber
  agree(provider, `total of ${statement.number} of ${statement.partner}`, shown.totalAmount, totalOf(statement))
}

/** Adds the tax of what the warehouse supplied, which a self-billing invoice names. */
const approve = async (provider: Provider, { id }: Shown, statement: Statement): Promise<void> => {
  const isSupplier = statement.partner === provider.warehouse
  statement.tax = isSupplier ? Math.floor((statement.net * 19) / 100 + 0.5) : 0
  const { totalAmount, status } = await must(provider.approver.post(`${SETTLEMENTS}/${id}/approve`, {}))
  agree(provider, `approved ${statement.number}`, [status, totalAmount], ['approved', totalOf(statement)])
  statement.status = 'approved'
  statement.approvedOn = today(provider)
  tell(provider, isSupplier ? 'self-billing invoices' : 'settlements')
}

const settleByRule = async (provider: Provider, until: string): Promise<void> => {
  const [{ id: partner } = { id: '' }] = provider.owners
  const statement = provider.book.settle(partner, until, ['sales'])
  await survive(provider, () => everyQuarterHour({}))
  provider.now += 6 * 60_000
  await everyQuarterHour({})
  await runTasks(provider)
  const { member } = await must(provider.clerk.get(`${SETTLEMENTS}?partnerId=${partner}&itemsPerPage=100`))
  const found = member.filter((each: Shown) => each.periodEndDate === until && each.scopes.join() === 'sales')
  const isEmpty = !statement.groups.size
  agree(provider, `settlements by rule until ${until}`, found.length, isEmpty ? 0 : 1)
  if (!found[0]) {
    // Nothing was settled, so nothing was carried forward either.
    provider.book.forget(statement)
    return
  }
  check(provider, found[0], statement)
  await approve(provider, found[0], statement)
}

const create = async (provider: Provider, partner: string, until: string, scopes: string[] | null): Promise<Shown> => {
  const period = { type: 'monthly', startDate: `${until.slice(0, 7)}-01`, endDate: until }
  const { id } = await must(
    provider.clerk.post(SETTLEMENTS, {
      ...{ partnerId: partner, basis: 'period', currency: 'EUR', period },
      ...(scopes && { scopes }),
    }),
  )
  await runTasks(provider)
  return await must(provider.clerk.get(`${SETTLEMENTS}/${id}`))
}

/** Takes a settlement back after its approval, as if it were disputed. */
const dispute = async (provider: Provider, { id }: Shown, statement: Statement): Promise<void> => {
  await must(provider.approver.post(`${SETTLEMENTS}/${id}/reject`, { reason: 'Disputed' }))
  await runTasks(provider)
  provider.book.reject(statement)
  tell(provider, 'rejected settlements')
}

const settleByHand = async (provider: Provider, partner: string, until: string, scopes: string[] | null) => {
  const settle = async () => {
    const statement = provider.book.settle(partner, until, scopes)
    const shown = await create(provider, partner, until, scopes)
    check(provider, shown, statement)
    return { shown, statement }
  }
  let { shown, statement } = await settle()
  if (!among(provider, 8) && !statement.carried) {
    await approve(provider, shown, statement)
    await dispute(provider, shown, statement)
    ;({ shown, statement } = await settle())
  }
  await approve(provider, shown, statement)
}

/** Settles a month that ended with every partner, and approves it. */
export const settleMonth = async (provider: Provider, month: number): Promise<void> => {
  const until = lastOfMonth(`${provider.year}-${String(month).padStart(2, '0')}`)
  await settleByRule(provider, until)
  for (const [i, { id }] of provider.owners.entries()) await settleByHand(provider, id, until, i ? null : [...BY_HAND])
  await settleByHand(provider, provider.warehouse, until, null)
}

interface Item {
  id: string
  number: string
  amount: number
}

/** Pays what was approved with one file of the bank. */
export const payMonth = async (provider: Provider): Promise<void> => {
  const { clerk, banker, book } = provider
  const due = book.statements.filter((each) => each.status === 'approved' && totalOf(each) > 0)
  if (!due.length) return
  const { id } = await must(clerk.post(RUNS, { dueUntil: today(provider) }))
  await runTasks(provider)
  const { items } = await must(clerk.get(`${RUNS}/${id}`))
  const said = items.map(({ number, amount }: Item) => [number, amount]).sort()
  agree(provider, `items of run ${id}`, said, due.map((each) => [each.number, totalOf(each)]).sort())
  await must(banker.post(`${RUNS}/${id}/submit`))
  const { faults, payments } = checkPaymentFile(await must(banker.get(`${RUNS}/${id}/file`)))
  agree(provider, `faults of the file of ${id}`, faults, [])
  const paid = payments.map((payment) => payment.cents).sort((a, b) => a - b)
  agree(
    provider,
    `payments in the file of ${id}`,
    paid,
    due.map(totalOf).sort((a, b) => a - b),
  )
  await must(banker.post(`${RUNS}/${id}/confirm`, {}))
  await runTasks(provider)
  for (const each of due) {
    each.status = 'paid'
    each.paidOn = today(provider)
  }
  tell(provider, 'payment runs')
}
