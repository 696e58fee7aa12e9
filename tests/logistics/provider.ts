import { runTask } from '../../functions/events/run-task.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import { anInternal, aPolicy } from '../fulfilment/fulfilling.ts'
import { aManualChannel } from '../sales/orders.ts'
import { aMerchant, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { seeded } from '../support/faults.ts'
import { toDay } from '../year/book.ts'
import { aPerson, must } from '../year/business/world.ts'
import { AFTER, BEFORE, LARGE, type Prices, SMALL, toTariff } from './contracts.ts'
import { type Agreed, openLogisticsBook } from './logistics-book.ts'

const CHANGED_ON = '05-15'
const BEFORE_CHANGE = '05-14'
const ON_HAND = 400

/** What an owner gets of the price of its goods: all of it, or less a commission of which refunds give back a half. */
export const COMMISSION = { percent: 12, refundedPercent: 50 }

export interface Owner {
  id: string
  channelId: string
  sku: string
  price: number
  hasCommission: boolean
}

export interface Provider {
  year: number
  now: number
  tenant: string
  random: () => number
  clerk: Member
  approver: Member
  banker: Member
  owners: Owner[]
  warehouse: string
  book: ReturnType<typeof openLogisticsBook>
  /** Changes of the pieces on the shelves. */
  shelf: { at: number; pieces: number }[]
  /** The next day whose storage is entered in the book. */
  storedUntil: string
  deaths: number
  tally: Record<string, number>
  wrong: string[]
}

export const today = ({ now }: Provider): string => toDay(now)

export const moveTo = (provider: Provider, month: number, day: number, hour = 8): void => {
  provider.now = Math.max(provider.now, Date.UTC(provider.year, month - 1, day, hour))
}

export const among = ({ random }: Provider, count: number): number => Math.floor(random() * count)

export const tell = (provider: Provider, name: string): void => {
  provider.tally[name] = (provider.tally[name] ?? 0) + 1
}

export const agree = ({ wrong }: Provider, about: string, said: unknown, known: unknown): void => {
  if (JSON.stringify(said) !== JSON.stringify(known))
    wrong.push(`${about} is ${JSON.stringify(said)} and should be ${JSON.stringify(known)}`)
}

const DEATHS_IN = 6
const MAX_TRANSACTION = 3

/** Does work in a process that may be killed before or after one of its first transactions, and again if it was. */
export const survive = async (provider: Provider, work: () => Promise<unknown>): Promise<void> => {
  const before = app()
  if (!among(provider, DEATHS_IN))
    try {
      useApp(dyingAt(1 + among(provider, MAX_TRANSACTION), provider.random() < 0.5))
      await work()
      return
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error
      provider.deaths++
    } finally {
      useApp(before)
    }
  await work()
}

const TASKS = ['fulfilment.', 'billing.']

/** Runs the tasks of the provider until none is left. */
export const runTasks = async (provider: Provider): Promise<void> => {
  for (;;) {
    const all = await app().db.query<{ task: string; data: { tenant?: string }; handledAt?: string }>({
      pk: 'T#PLATFORM#task',
    })
    const own = all.filter(
      ({ task, data, handledAt }) =>
        !handledAt && data.tenant === provider.tenant && TASKS.some((name) => task.startsWith(name)),
    )
    if (!own.length) return
    for (const task of own) await survive(provider, () => runTask(app(), task, app().clock(), createLog({})))
  }
}

const SETTINGS = {
  'general.timezone': 'Europe/Berlin',
  'general.country': 'DE',
  'general.companyName': 'Elbkontor Logistik GmbH',
  'general.legalAddress': { line1: 'Speicherstadt 12', postalCode: '20457', city: 'Hamburg', countryCode: 'DE' },
  'general.vatId': 'DE129273398',
  'billing.bankAccount': { accountHolder: 'Elbkontor Logistik GmbH', iban: 'DE02120300000000202051' },
  'billing.taxRates': { standard: 19 },
  'billing.fourEyes': true,
  'billing.datevConsultant': 29_098,
  'billing.datevClient': 55_003,
}

const ADDRESS = { line1: 'Main road 1', postalCode: '10115', city: 'Hamburg', countryCode: 'DE' }
const PAYEE = { address: ADDRESS, bankAccount: { iban: 'DE89370400440532013000' } }

const addPartner = async ({ clerk }: Provider, fields: object): Promise<string> =>
  (await must(clerk.post('/api/partner/partners', { ...PAYEE, ...fields }))).id

/** Agrees on prices with a partner: the contract is a tariff, and the book has it too. */
const agreeOn = async (
  { clerk, book }: Provider,
  partner: string,
  days: { from: string; to: string },
  prices: Prices,
  commission?: typeof COMMISSION,
): Promise<void> => {
  const isWarehouse = prices === BEFORE || prices === AFTER
  const contract: Agreed = { partner, ...days, prices, sign: isWarehouse ? 1 : -1 }
  const tariff = toTariff(contract, partner, isWarehouse ? 'custody' : 'goods')
  await must(clerk.post('/api/billing/tariffs', { ...tariff, ...(commission && { commissions: [commission] }) }))
  book.contracts.push(contract)
}

const addOwner = async (provider: Provider, i: number, custodianId: string): Promise<void> => {
  const { clerk, year } = provider
  const id = await addPartner(provider, { name: `Owner ${i + 1}` })
  const { id: merchantId } = await aMerchant(clerk, { partnerId: id })
  const channel = await aManualChannel(clerk, {
    orderSettings: { sellerEarnsWhen: 'handed_over', cancelsRefunded: false },
  })
  await must(clerk.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId }))
  const variant = await aVariant(clerk)
  await must(clerk.post('/api/inventory/stock-items', { variantId: variant.id, custodianId, onHand: ON_HAND }))
  provider.shelf.push({ at: provider.now, pieces: ON_HAND })
  const hasCommission = i > 3
  await agreeOn(
    provider,
    id,
    { from: `${year}-01-01`, to: `${year}-12-31` },
    i < 3 ? SMALL : LARGE,
    hasCommission ? COMMISSION : undefined,
  )
  provider.owners.push({ id, channelId: channel.id, sku: variant.sku, price: 1000 + i * 733, hasCommission })
}

/** Opens a provider of logistics with a warehouse and six owners of goods, at the beginning of a year. */
export const openProvider = async (seed: number): Promise<Provider> => {
  const year = 2050 + (seed % 4)
  const base = { now: Date.UTC(year, 0, 1, 6), tenant: newId(new Date(Date.UTC(year, 0, 1))) }
  const provider = {
    ...{ ...base, year, random: seeded(seed), owners: [], warehouse: '', book: openLogisticsBook(), shelf: [] },
    ...{ storedUntil: `${year}-${CHANGED_ON}`, deaths: 0, tally: {}, wrong: [] },
  } as unknown as Provider
  app().clock = () => new Date(provider.now)
  Object.assign(provider, { clerk: aPerson(provider), approver: aPerson(provider), banker: aPerson(provider) })
  const settings = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  await must(provider.clerk.put('/api/configuration/settings/bulk', { settings }))
  const selfBilling = { agreedOn: `${year - 1}-12-01` }
  provider.warehouse = await addPartner(provider, { name: 'Warehouse', vatId: 'DE987654321', selfBilling })
  const custodian = await anInternal(provider.clerk, { partnerId: provider.warehouse })
  await agreeOn(provider, provider.warehouse, { from: `${year}-01-01`, to: `${year}-${BEFORE_CHANGE}` }, BEFORE)
  await agreeOn(provider, provider.warehouse, { from: `${year}-${CHANGED_ON}`, to: `${year}-12-31` }, AFTER)
  await aPolicy(provider.clerk)
  for (let i = 0; i < 6; i++) await addOwner(provider, i, custodian.id)
  return provider
}
