import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { notFound } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { assignNumber } from '../numbering/assign-number.ts'
import { NUMBER_SETTINGS } from '../settings/number-settings.ts'
import { buildSelfBillingNumbering } from './self-billing-invoice.ts'
import { findSelfBilling, findSelfBillingIdsByNumber, selfBillingInvoices } from './self-billing-store.ts'

/** Takes a self-billing invoice or credit note back by its opposite with the same lines, which names it. */
export const correctSelfBillingInvoice = async (app: Pick<App, 'db' | 'clock'>, unit: Unit, id: Id): Promise<void> => {
  const [before, settings] = await Promise.all([
    findSelfBilling(app.db, unit.tenant, id),
    getSettings(app, unit.tenant, [NUMBER_SETTINGS.numberDigits, GENERAL_SETTINGS.timezone]),
  ])
  if (!before) throw notFound()
  const numbering = buildSelfBillingNumbering(before.partnerId, {
    digits: settings['billing.numberDigits'],
    zone: settings['general.timezone'],
  })
  const { id: _, rev, createdAt, updatedAt, ...copied } = before
  const correction = unit.newId()
  const findHolders = (numbers: readonly string[]) => findSelfBillingIdsByNumber(app.db, unit.tenant, numbers)
  const number = await assignNumber(app, unit, { numbering, owner: correction, findHolders })
  unit.create(
    selfBillingInvoices,
    {
      ...copied,
      id: correction,
      type: before.type === 'invoice' ? 'credit_note' : 'invoice',
      number,
      correctsId: before.id,
      issuedAt: unit.now.toISOString(),
    },
    'stale',
  )
  unit.update(selfBillingInvoices, before, { correctedById: correction })
}
