import { members } from '../../lib/iam/member-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { deriveId, newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { orders } from '../../lib/sales/orders/order-store.ts'
import type { Role } from '../../schemas/roles.ts'
import type { Member } from '../support/client.ts'
import { buildParts } from '../support/order-parts.ts'

export const EXPORTS = '/api/data-exchange/exports'

/** Stores the membership of a caller, to whom mails can be sent. Returns the address. */
export const storeMembership = async ({ tenant, identity }: Member, role: Role = 'owner'): Promise<string> => {
  const email = `member-${identity.toLowerCase()}@example.com`
  await runInUnit(app().db, { tenant, actor: null, now: app().clock() }, async (unit) =>
    unit.create(members, {
      identityId: identity,
      email,
      firstName: 'Ada',
      role,
      status: 'active',
      invitation: null,
    }),
  )
  return email
}

/** A line as long as an import allows. */
const LINE = { sku: 'S'.repeat(255), name: 'N'.repeat(500), quantity: 1, unitPrice: 100 }

/** Adds an order of some 160 KB or the given number of lines, as an import does. */
export const addOrder = (
  { tenant }: Pick<Member, 'tenant'>,
  channelId: string,
  number: number,
  { lines = 200, at = new Date(Date.UTC(2026, 0, 1) + number * 1000) } = {},
) =>
  runInUnit(app().db, { tenant, actor: null, now: app().clock() }, async (unit) =>
    unit.create(orders, {
      id: deriveId(at, tenant, String(number)),
      channelId,
      shopId: channelId,
      externalOrderId: `X-${number}`,
      number: `DE-${number}`,
      status: 'accepted',
      platformStatus: null,
      currency: 'EUR',
      total: 100 * number,
      placedAt: null,
      customer: { name: '=cmd|calc', email: null, phone: null },
      customerNote: null,
      isTest: false,
      warnedOfExpiry: null,
      customerId: null,
      customerKey: null,
      erasedAt: null,
      shippingAddress: null,
      billingAddress: null,
      ...buildParts(100 * number, { lineItems: Array.from({ length: lines }, () => LINE) }),
      decidedBy: null,
      cancellationReason: null,
      platformModifiedAt: null,
      decided: 'accepted',
      sellerId: null,
      sellerTerms: null,
      countedOn: '2026-01-01',
      serviceLevel: null,
      isRouted: false,
      shopMeaning: 'ship',
      isCancelledHere: false,
      holdReason: null,
      note: null,
      tags: [],
      corrected: {},
      isRestHeld: false,
      soldAs: {},
      revision: 1,
      payloadFile: null,
      rowHash: newId(app().clock()),
    }),
  )

/** Parses a CSV without line breaks in its cells. */
export const readCsv = (text: string): Record<string, string>[] => {
  const split = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, -1)
      .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
  const [head = '', ...lines] = text.split('\r\n').slice(0, -1)
  const names = split(`${head},`)
  return lines.map((line) => Object.fromEntries(split(`${line},`).map((cell, i) => [names[i], cell])))
}
