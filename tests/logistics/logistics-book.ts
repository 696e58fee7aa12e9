import { type Contract, closeMonth, lastOfMonth, type Milli, priceOf, SCOPES, type Unit } from './contracts.ts'

/** Something that is owed to a partner, or by it if it is below 0. */
interface Entry {
  partner: string
  day: string
  scope: string
  /** Entries whose fractions are rounded together. */
  group: string
  milli: Milli
  quantity: number
  settlement: Statement | null
}

export interface Statement {
  partner: string
  number: string
  /** In cents, without tax and what was carried forward. */
  net: number
  tax: number
  carried: number
  /** Rounded amounts by group, which a rejection takes back. */
  groups: Map<string, { exact: Milli; whole: number }>
  status: 'open' | 'approved' | 'paid' | 'rejected'
  isCarried: boolean
  carriedFrom: Statement[]
  approvedOn: string
  paidOn: string
}

export const totalOf = ({ net, tax, carried }: Statement): number => net + tax + carried

const CENT = 1000
/** Half of a cent is rounded away from 0. */
const round = (milli: Milli): number => Math.sign(milli) * Math.floor((Math.abs(milli) + CENT / 2) / CENT)

/** A contract of a partner: above 0 is owed to it, and below 0 by it. */
export interface Agreed extends Contract {
  partner: string
  sign: 1 | -1
}

/** The book of a logistics provider, which the test keeps from what happened and what was agreed. */
export const openLogisticsBook = () => {
  const entries: Entry[] = []
  const statements: Statement[] = []
  const contracts: Agreed[] = []
  const sums = new Map<string, { exact: Milli; whole: number }>()
  /** What closed a month of a contract so far. */
  const closed = new Map<string, Milli>()

  const add = (partner: string, day: string, scope: string, group: string, milli: Milli, quantity = 0) => {
    if (milli) entries.push({ partner, day, scope, group: `${partner} ${group}`, milli, quantity, settlement: null })
  }

  const contractOn = (partner: string, day: string) =>
    contracts.find((each) => each.partner === partner && each.from <= day && each.to >= day)

  return {
    entries,
    statements,
    contracts,
    /** Enters an amount in cents of no contract, such as the proceeds of a sale. */
    enter: (partner: string, day: string, scope: string, cents: number) =>
      add(partner, day, scope, 'cents', cents * CENT),
    /** Enters work by the contract that a partner has on the day. */
    work(partner: string, day: string, unit: Unit, quantity: number): void {
      const contract = contractOn(partner, day)
      if (!contract || !quantity) return
      const { from, prices, sign } = contract
      add(partner, day, SCOPES[unit], `${from} ${unit}`, sign * priceOf(prices, unit, quantity), quantity)
    },
    /** Enters what contracts make of the months that ended before a day. */
    closeMonths(today: string): void {
      for (const contract of contracts) {
        const { partner, from, to, sign } = contract
        for (let month = from.slice(0, 7); lastOfMonth(month) < today && month <= to.slice(0, 7); ) {
          const own = entries.filter(
            (each) =>
              each.partner === partner && each.day.startsWith(month) && each.group.startsWith(`${partner} ${from} `),
          )
          const isOf = (group: string, ...units: string[]) => units.some((unit) => group.endsWith(` ${unit}`))
          const made = closeMonth(contract, month, {
            pieces: own.reduce((sum, { group, quantity }) => sum + (isOf(group, 'piece') ? quantity : 0), 0),
            withoutCarriage: own.reduce(
              (sum, { group, milli }) => sum + (isOf(group, 'parcel', 'volume', 'minimum') ? 0 : sign * milli),
              0,
            ),
          })
          for (const [name, milli] of Object.entries(made)) {
            const key = `${partner} ${from} ${month} ${name}`
            const day = [lastOfMonth(month), to].sort()[0] as string
            add(partner, day, 'fulfilment', `${from} ${name}`, sign * (milli - (closed.get(key) ?? 0)))
            closed.set(key, milli)
          }
          month = new Date(Date.parse(lastOfMonth(month)) + 86_400_000).toISOString().slice(0, 7)
        }
      }
    },
    /** Settles what a partner has in some scopes until a day, with what was carried forward. */
    settle(partner: string, until: string, scopes: readonly string[] | null): Statement {
      const own = entries.filter(
        (each) =>
          each.partner === partner && !each.settlement && each.day <= until && (!scopes || scopes.includes(each.scope)),
      )
      const carried = statements.filter(
        (each) => each.partner === partner && each.status === 'approved' && totalOf(each) < 0 && !each.isCarried,
      )
      for (const each of carried) each.isCarried = true
      const statement: Statement = {
        ...{
          partner,
          number: '',
          net: 0,
          tax: 0,
          groups: new Map(),
          status: 'open',
          isCarried: false,
          carriedFrom: carried,
        },
        ...{ approvedOn: '', paidOn: '', carried: carried.reduce((sum, each) => sum + totalOf(each), 0) },
      }
      for (const [group, all] of Map.groupBy(own, (each) => each.group)) {
        const before = sums.get(group) ?? { exact: 0, whole: 0 }
        const exact = all.reduce((sum, { milli }) => sum + milli, 0)
        const whole = round(before.exact + exact) - before.whole
        sums.set(group, { exact: before.exact + exact, whole: before.whole + whole })
        statement.groups.set(group, { exact, whole })
        statement.net += whole
      }
      for (const each of own) each.settlement = statement
      statements.push(statement)
      return statement
    },
    /** Forgets a statement of nothing, which nobody made. */
    forget(statement: Statement): void {
      statements.splice(statements.indexOf(statement), 1)
      for (const each of statement.carriedFrom) each.isCarried = false
    },
    /** Takes a statement back, whose entries wait for another one. */
    reject(statement: Statement): void {
      statement.status = 'rejected'
      for (const [group, { exact, whole }] of statement.groups) {
        const sum = sums.get(group) ?? { exact: 0, whole: 0 }
        sums.set(group, { exact: sum.exact - exact, whole: sum.whole - whole })
      }
      for (const each of entries) if (each.settlement === statement) each.settlement = null
    },
  }
}
