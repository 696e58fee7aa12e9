import type { Attention } from '../../schemas/workspace/attention.ts'
import { BILLING_ATTENTION } from '../billing/attention/billing-attention.ts'
import { DATA_EXCHANGE_ATTENTION } from '../data-exchange/data-exchange-attention.ts'
import { FULFILMENT_ATTENTION } from '../fulfilment/attention/fulfilment-attention.ts'
import { NOTIFICATION_ATTENTION } from '../notification/attention/notification-attention.ts'
import type { App } from '../platform/app/app.ts'
import type { Sharing } from '../platform/create-sharing.ts'
import type { SignedIn } from '../platform/http/call.ts'
import type { Id } from '../platform/id.ts'
import { SALES_ATTENTION } from '../sales/attention/sales-attention.ts'

const SOURCES = [
  ...SALES_ATTENTION,
  ...FULFILMENT_ATTENTION,
  ...NOTIFICATION_ATTENTION,
  ...DATA_EXCHANGE_ATTENTION,
  ...BILLING_ATTENTION,
]

/** Later than all times, for what nobody noted the time of. */
const UNKNOWN = '~'

/** Reads what people have to look after, as far as the caller may read its lists; what waits for longest comes first. */
export const readAttention = async (
  app: App,
  { tenant, scopes }: SignedIn & { tenant: Id },
  { now, shared }: { now: Date; shared: Sharing },
): Promise<Omit<Attention, 'id'>> => {
  const shown = SOURCES.filter(({ scope }) => scopes.has(scope))
  const found = (await Promise.all(shown.map((source) => source.find(app, tenant, shared)))).flat()
  const entries = found.sort((a, b) => {
    const [one, other] = [a.oldestAt ?? UNKNOWN, b.oldestAt ?? UNKNOWN]
    return one < other ? -1 : Number(one > other)
  })
  return { entries, generatedAt: now.toISOString() }
}
