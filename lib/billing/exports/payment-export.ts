import { Payment } from '../../../schemas/billing/payments/payment.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import type { StoredPayment } from '../payments/payment.ts'
import { payments } from '../payments/payment-store.ts'
import { presentPayment } from '../payments/present-payment.ts'

const isReceivedWithin = ({ receivedOn }: StoredPayment, from: string | undefined, to: string | undefined) =>
  (!from || receivedOn >= from) && (!to || receivedOn <= to)

export const paymentExport: Collection = defineCollection({
  name: 'payments',
  scope: 'billing:payment:read',
  of: Payment,
  omit: ['allocations', 'reversals', 'refunds'],
  currencyField: 'currency',
  async check(_app, _tenant, filters) {
    checkRange(filters, 'receivedFrom', 'receivedTo')
  },
  async read({ db }, tenant, { filters: { status, partnerId, receivedFrom, receivedTo }, after, limit }) {
    const by = partnerId ? { partnerId } : undefined
    const { items, next } = await scanPart(db, payments, tenant, { by, facets: { status }, after, limit })
    const received = items.filter((each) => isReceivedWithin(each, receivedFrom, receivedTo))
    return { rows: received.map(presentPayment), next }
  },
})
