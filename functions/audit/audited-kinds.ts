import { creditNoteLines } from '../../lib/billing/credit-notes/credit-note-store.ts'
import { invoiceLines } from '../../lib/billing/invoices/invoice-store.ts'
import { profileLines } from '../../lib/billing/recurring-invoice-profiles/recurring-profile-store.ts'
import { webhookEndpoints } from '../../lib/notification/webhooks/endpoints/endpoint-store.ts'
import type { Entity, Stored } from '../../lib/platform/store/entities/entity.ts'
import { toAnyEntity } from '../../lib/platform/store/recount/recount-tenants.ts'
import { channelHooks } from '../../lib/sales/webhooks/channel-hooks-store.ts'
import { KINDS } from '../store/listed-kinds.ts'

/** Every kind of resource that the audit trail holds: those that are kept in lists, and others. */
export const AUDITED_KINDS: readonly Entity<Stored>[] = [
  ...KINDS.map(({ kind }) => kind),
  toAnyEntity(invoiceLines),
  toAnyEntity(creditNoteLines),
  toAnyEntity(profileLines),
  toAnyEntity(channelHooks),
  toAnyEntity(webhookEndpoints),
].filter(({ audit }) => audit !== false)
