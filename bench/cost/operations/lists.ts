import { invoices } from '../../../lib/billing/invoices/invoice-store.ts'
import { newId } from '../../../lib/platform/id.ts'
import { fill as fillNotifications } from '../../../tests/notification/members.ts'
import type { Member } from '../../../tests/support/client.ts'
import { aMember } from '../../../tests/support/client.ts'
import { listItems, storedInvoice } from '../../../tests/support/fill.ts'
import { type Operation, requireStatus } from '../operation.ts'
import type { Platform } from '../platform.ts'

const YEAR_MS = 365 * 86_400_000
const SIZE = 1200
const PAGE = 30
const MIDDLE = Math.ceil(SIZE / PAGE / 2)
const NOTIFICATIONS = 20

const listMoments = (): Date[] => {
  const now = Date.now()
  return Array.from({ length: SIZE }, (_, place) => new Date(now - YEAR_MS + Math.floor((place * YEAR_MS) / SIZE)))
}

type Fill = (member: Member, platform: Platform) => Promise<void>

const fillInvoices: Fill = ({ tenant }, { store }) => {
  const partnerId = newId(new Date())
  const records = listMoments().map((at, place) =>
    storedInvoice(at, { partnerId, dueDate: at.toISOString().slice(0, 10), status: place % 2 ? 'paid' : 'issued' }),
  )
  return store(listItems(invoices, tenant, records))
}

/** Tenants with full lists, which the operations share because none of them writes. */
const shared = new Map<Fill, Member>()
const share = async (fillList: Fill, platform: Platform): Promise<Member> => {
  const found = shared.get(fillList)
  if (found) return await aMember({ tenant: found.tenant })
  const member = await aMember()
  await fillList(member, platform)
  shared.set(fillList, member)
  return member
}

const list = (name: string, path: string, fillList: Fill, isFirst = false): Operation => ({
  name: `list ${name}`,
  isFirst,
  async prepare(platform) {
    const member = await share(fillList, platform)
    return async () => requireStatus(200, await member.get(path))
  },
})

const INVOICES = `/api/billing/invoices?itemsPerPage=${PAGE}`

export const lists: readonly Operation[] = [
  list(`${SIZE} invoices of a year, page 1`, INVOICES, fillInvoices),
  list(`${SIZE} invoices by status, page 1`, `${INVOICES}&status=issued`, fillInvoices),
  list(`${SIZE} invoices, page ${MIDDLE}, the first reader`, `${INVOICES}&page=${MIDDLE}`, fillInvoices, true),
  list(`${SIZE} invoices, page ${MIDDLE}, again`, `${INVOICES}&page=${MIDDLE}`, fillInvoices),
  list(
    `${SIZE} invoices by due dates of a quarter`,
    `${INVOICES}&dueDateFrom=2025-07-01&dueDateTo=2025-09-30`,
    fillInvoices,
  ),
  list(`${NOTIFICATIONS} notifications, page 1`, `/api/notification/notifications`, (member) =>
    fillNotifications(member, NOTIFICATIONS),
  ),
]
