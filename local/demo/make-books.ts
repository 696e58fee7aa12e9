import type { GenerateInvoiceInput } from '../../client/src/index.ts'
import { inDays } from './in-days.ts'
import type { Maker } from './maker.ts'

const STORAGE = { description: 'Storage of 12 pallets', quantity: 12, unitPrice: 1450 }
const PICKING = { description: 'Picking, per piece', quantity: 320, unitPrice: 35 }
const TRAYS = { description: 'Walnut tea tray, small', quantity: 10, unitPrice: 2400, reference: 'TRAY-SMALL' }

type Invoice = Pick<GenerateInvoiceInput, 'lineItems' | 'notes'> & { partner: string; days: number; isDraft?: boolean }

/** Invoices by what happens to them. */
const INVOICES: Readonly<Record<string, Invoice>> = {
  draft: { partner: 'fenwick', days: 30, lineItems: [TRAYS], isDraft: true },
  issued: { partner: 'teehaus', days: 14, lineItems: [STORAGE, PICKING], notes: 'Thank you for your trust.' },
  overdue: { partner: 'teehaus', days: -10, lineItems: [STORAGE] },
  paid: { partner: 'fenwick', days: 7, lineItems: [TRAYS, PICKING] },
  cancelled: { partner: 'fenwick', days: 30, lineItems: [STORAGE] },
  credited: { partner: 'teehaus', days: 21, lineItems: [TRAYS] },
}

const makeInvoices = async ({ client, once, change, until, known, runSchedule }: Maker): Promise<void> => {
  const { invoices } = client.billing
  for (const [name, { partner, days, isDraft, ...input }] of Object.entries(INVOICES)) {
    await once(
      `invoice, ${name}`,
      async (options) =>
        (
          await invoices.generate(
            {
              ...input,
              partnerId: known(`partner ${partner}`),
              dueDate: inDays(days),
              currencyCode: 'EUR',
              issueImmediately: !isDraft,
            },
            options,
          )
        ).id,
    )
  }
  await once('invoice number', async () => (await invoices.get(known('invoice, issued'))).invoiceNumber as string)
  await change('invoice is paid', () =>
    invoices.markPaid(known('invoice, paid'), { paymentReference: 'SEPA 2026-0117' }),
  )
  await change('invoice is cancelled', () =>
    invoices.cancel(known('invoice, cancelled'), { reason: 'Billed to the wrong partner' }),
  )
  for (const name of ['issued', 'overdue', 'paid', 'credited'])
    await once(`document of the invoice, ${name}`, async () => (await invoices.render(known(`invoice, ${name}`))).id)
  await change('invoice is sent', () =>
    invoices.send(known('invoice, issued'), { channel: 'portal' }, { idempotencyKey: 'demo invoice is sent' }),
  )
  await once('sending', () =>
    until('The sending of an invoice', async () => {
      const { member } = await invoices.listSendings(known('invoice, issued'))
      return member.find(({ status }) => status === 'sent')?.id
    }),
  )
  await change('invoice falls due', async () => {
    await runSchedule('everyQuarterHourFollowInvoices')
    await until('The invoice that is overdue', async () => {
      const { status } = await invoices.get(known('invoice, overdue'))
      return status === 'overdue'
    })
  })
}

const makeCreditNotes = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { creditNotes } = client.billing
  const credit = async (name: string, reason: string, issueImmediately: boolean) =>
    await once(
      name,
      async (options) =>
        (
          await creditNotes.create(
            {
              invoiceId: known('invoice, credited'),
              reason,
              issueImmediately,
              lineItems: [{ description: 'Walnut tea tray, small', quantity: 1, unitPrice: 2400 }],
            },
            options,
          )
        ).id,
    )
  const applied = await credit('credit note', 'One tray arrived damaged', true)
  await once('document of the credit note', async () => (await creditNotes.render(applied)).id)
  await change('credit note is applied', () => creditNotes.apply(applied))
  await credit('credit note, draft', 'Agreed by telephone', false)
}

const makeRecurring = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { recurringInvoiceProfiles: profiles } = client.billing
  const make = async (name: string, partner: string, cadence: 'monthly' | 'quarterly') =>
    await once(
      name,
      async (options) =>
        (
          await profiles.create(
            {
              partnerId: known(`partner ${partner}`),
              currencyCode: 'EUR',
              cadence,
              anchorDay: 1,
              startAt: inDays(31),
              dueDays: 14,
              autoIssue: true,
              lines: [STORAGE],
            },
            options,
          )
        ).id,
    )
  await make('recurring profile', 'teehaus', 'monthly')
  const paused = await make('recurring profile, paused', 'fenwick', 'quarterly')
  await change('recurring profile is paused', () => profiles.pause(paused))
}

const makeBills = async ({ client, once, known }: Maker): Promise<void> => {
  for (const [name, billNumber, partner, totalAmount] of [
    ['bill', 'HG-2207', 'gardens', 184_500],
    ['bill of the custodian', 'NL-55012', 'nordlicht', 23_800],
  ] as const)
    await once(
      name,
      async (options) =>
        (
          await client.billing.bills.record(
            {
              partnerId: known(`partner ${partner}`),
              billNumber,
              currency: 'EUR',
              totalAmount,
              issuedAt: inDays(-5),
              dueAt: inDays(25),
            },
            options,
          )
        ).id,
    )
}

/** Makes charges and settles them: one settlement is paid, one is open. The charges of Elbe Fulfilment follow from its work. */
const makeSettlements = async ({ client, once, change, known }: Maker): Promise<void> => {
  const { autoSettlementRules, charges, settlements } = client.billing
  const partnerId = known('partner nordlicht')
  const charge = async (name: string, scope: string, amount: number) =>
    await once(
      name,
      async (options) =>
        (
          await charges.create(
            {
              partnerId,
              scope,
              chargeType: `${scope}_fee`,
              description: `${name}, last week`,
              amount,
              currency: 'EUR',
              occurredAt: `${inDays(-7)}T10:00:00Z`,
            },
            options,
          )
        ).id,
    )
  const settle = async (name: string, scope: string) =>
    await once(
      name,
      async (options) =>
        (await settlements.create({ partnerId, basis: 'ad_hoc', currency: 'EUR', scopes: [scope] }, options)).id,
    )
  await charge('Storage', 'storage', 17_400)
  await charge('Sales', 'sales', 9_950)
  const paid = await settle('settlement, paid', 'storage')
  await change('settlement is approved', () => settlements.approve(paid, { notes: 'As agreed' }))
  await once('self-billing invoice', async () => (await settlements.get(paid)).selfBillingInvoiceId ?? '')
  await once('statement of the settlement', async () => {
    await settlements.generateStatement(paid)
    return paid
  })
  await change('settlement is paid', () =>
    settlements.markPaid(paid, { paymentReference: 'SEPA 2026-0118', paymentMethod: 'bank_transfer' }),
  )
  await settle('settlement', 'sales')
  const rule = { partnerId: known('partner elbe'), scope: 'fulfilment', basis: 'period', currency: 'EUR' } as const
  await once(
    'auto-settlement rule',
    async () => (await autoSettlementRules.create({ ...rule, scope: 'storage', periodType: 'monthly' })).id,
    async () => (await autoSettlementRules.list({ partnerId: rule.partnerId })).member[0]?.id,
  )
}

export const makeBooks = async (maker: Maker): Promise<void> => {
  await makeInvoices(maker)
  await makeCreditNotes(maker)
  await makeRecurring(maker)
  await makeBills(maker)
  await makeSettlements(maker)
}
