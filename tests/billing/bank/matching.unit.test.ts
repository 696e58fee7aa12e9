import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredBankEntry } from '../../../lib/billing/bank-entries/bank-entry.ts'
import { findReferences } from '../../../lib/billing/bank-entries/find-references.ts'
import {
  type Candidates,
  MAX_PROPOSALS,
  type OpenInvoice,
  proposePayments,
} from '../../../lib/billing/bank-entries/propose-payments.ts'
import { proposeReversals } from '../../../lib/billing/bank-entries/propose-reversals.ts'

const NUMBERING = { series: 'invoice', pattern: '{series}-{year}-{seq}', digits: 5 } as const
const PLAIN = { series: 'invoice', pattern: '{year}-{seq}', digits: 5 } as const

type Line = Parameters<typeof findReferences>[0]
const find = (line: Partial<Line>, numbering: Parameters<typeof findReferences>[1] = NUMBERING) =>
  findReferences({ endToEndId: null, structuredReference: null, text: null, ...line }, numbering)
const numbersIn = (text: string, numbering?: Parameters<typeof findReferences>[1]) =>
  find({ text }, numbering).map(({ number }) => number)

describe('the number of an invoice', () => {
  it.each([
    'Rechnung INV-2026-00012, danke',
    'RE:INV-2026-00012.',
    'inv-2026-00012',
    'INV 2026 00012',
    'INV202600012',
    'INV/2026/00012 vom 2.3.',
    '(INV-2026-00012)',
  ])('is found in "%s"', (text) => {
    expect(numbersIn(text)).toContain('INV-2026-00012')
  })

  it.each(['XINV-2026-00012', 'INV-2026-000123', 'INV-2026-00012A', 'INV-2026-0001'])(
    'is not found in "%s", where it is part of something else',
    (text) => {
      expect(numbersIn(text)).not.toContain('INV-2026-00012')
    },
  )

  it('12 is found as a word of its own, and not inside 123 or INV-12', () => {
    expect(numbersIn('invoice 12')).toContain('12')
    for (const text of ['invoice 123', 'invoice 312', 'INV-12', '12-3', '12/2026'])
      expect(numbersIn(text)).not.toContain('12')
  })

  it('without letters is not the end of another number', () => {
    expect(numbersIn('2026 00012', PLAIN)).toContain('2026-00012')
    expect(numbersIn('order 7-2026-00012', PLAIN)).not.toContain('2026-00012')
  })

  it('is found wherever separators stand around it, and nowhere within letters and digits', () => {
    const [sign, inner] = [fc.constantFrom(' ', ',', ';', ': ', '  ', '\n'), fc.stringMatching(/^[A-Za-z0-9]{1,5}$/)]
    const number = fc.integer({ min: 1, max: 99_999 }).map((seq) => `INV-2026-${String(seq).padStart(5, '0')}`)
    fc.assert(
      fc.property(number, sign, sign, inner, inner, (wanted, before, after, left, right) => {
        expect(numbersIn(`${left}${before}${wanted}${after}${right}`)).toContain(wanted)
        expect(numbersIn(`${left}${wanted}`)).not.toContain(wanted)
        expect(numbersIn(`${wanted}${right}`)).not.toContain(wanted)
      }),
    )
  })

  it('is read from a creditor reference with valid check digits only', () => {
    expect(find({ structuredReference: 'RF70 INV2 0260 0012' })).toContainEqual({
      number: 'INV-2026-00012',
      reason: 'structured_reference',
    })
    expect(find({ text: 'RF71INV202600012' }).map(({ number }) => number)).not.toContain('INV-2026-00012')
  })

  it('has the strongest reason for which it was found, and few texts are looked up', () => {
    expect(find({ endToEndId: 'INV-2026-00012', text: 'INV-2026-00012' })[0]).toEqual({
      number: 'INV-2026-00012',
      reason: 'end_to_end_id',
    })
    const many = Array.from({ length: 500 }, (_, i) => `x${i}`).join(' ')
    expect(find({ text: many }).length).toBeLessThanOrEqual(60)
  })
})

let made = 0
const anOpen = (fields: Partial<OpenInvoice> = {}): OpenInvoice => ({
  id: `I${++made}`,
  number: `INV-2026-${String(made).padStart(5, '0')}`,
  partnerId: 'P1',
  partnerName: 'Nordlicht',
  currency: 'EUR',
  openAmount: 11_900,
  dueDate: '2026-03-31',
  ...fields,
})
const NOTHING: Candidates = { named: [], ofAccount: [], ofName: [] }
const propose = (candidates: Partial<Candidates>, amount = 11_900) =>
  proposePayments({ amount, currency: 'EUR' }, { ...NOTHING, ...candidates })
const byNumber = (...all: OpenInvoice[]) => all.map((invoice) => ({ invoice, reason: 'invoice_number' as const }))
const idsOf = ({ proposals }: ReturnType<typeof propose>) =>
  proposals.map(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId))

describe('proposals', () => {
  it('prefer what the payer named to the account, the account to a sum, and a sum to the name', () => {
    const [named, account, name] = [anOpen(), anOpen(), anOpen({ partnerId: 'P2' })]
    const summed = [
      anOpen({ openAmount: 5000, dueDate: '2026-01-01' }),
      anOpen({ openAmount: 6900, dueDate: '2026-01-02' }),
    ]
    const all = { named: byNumber(named), ofAccount: [account, ...summed], ofName: [name] }
    expect(idsOf(propose(all))).toEqual([[named.id], [account.id], summed.map(({ id }) => id), [name.id]])
    expect(propose(all).proposals.map(({ reasons }) => reasons)).toEqual([
      ['invoice_number', 'exact_amount'],
      ['partner_account', 'exact_amount'],
      ['partner_account', 'sum_of_invoices', 'exact_amount'],
      ['partner_name', 'exact_amount'],
    ])
  })

  it('are certain only for an exact amount of invoices that the payer named', () => {
    const invoice = anOpen()
    expect(propose({ named: byNumber(invoice) })).toMatchObject({ isCertain: true, isTied: false, partnerId: 'P1' })
    expect(propose({ named: byNumber(invoice) }, 5000)).toMatchObject({ isCertain: false })
    expect(propose({ ofAccount: [invoice] })).toMatchObject({ isCertain: false, isTied: false })
    expect(propose({ ofName: [invoice] })).toMatchObject({ isCertain: false })
  })

  it('of equal rank are a tie, which is never certain', () => {
    const [a, b] = [anOpen(), anOpen({ partnerId: 'P2' })]
    expect(propose({ ofAccount: [a, b] })).toMatchObject({ isTied: true, isCertain: false, partnerId: null })
    expect(propose({ named: byNumber(a, b) })).toMatchObject({ isTied: true, isCertain: false, partnerId: null })
    expect(propose({ ofAccount: [a, anOpen()] })).toMatchObject({ isTied: true, partnerId: 'P1' })
  })

  it('allocate a part payment to what is named, and leave the rest of an overpayment as credit', () => {
    const invoice = anOpen()
    expect(propose({ named: byNumber(invoice) }, 5000).proposals[0]).toMatchObject({
      allocations: [{ invoiceId: invoice.id, amount: 5000 }],
      unallocatedAmount: 0,
      isExact: false,
    })
    expect(propose({ named: byNumber(invoice) }, 12_000).proposals[0]).toMatchObject({
      allocations: [{ amount: 11_900 }],
      unallocatedAmount: 100,
    })
  })

  it('pay all invoices that are named together', () => {
    const [a, b] = [anOpen({ openAmount: 1000 }), anOpen({ openAmount: 10_900 })]
    const result = propose({ named: byNumber(b, a) })
    expect(result).toMatchObject({ isCertain: true })
    expect(idsOf(result)[0]).toEqual([a.id, b.id])
  })

  it('leave out other currencies and what is paid', () => {
    const gone = [anOpen({ currency: 'USD' }), anOpen({ openAmount: 0 })]
    expect(propose({ named: byNumber(...gone), ofAccount: gone, ofName: gone }).proposals).toEqual([])
  })

  it('of the oldest invoices begin with the oldest and leave none out', () => {
    const [first, second, third] = ['2026-01-01', '2026-02-01', '2026-03-01'].map((dueDate, i) =>
      anOpen({ dueDate, openAmount: (i + 1) * 1000 }),
    ) as [OpenInvoice, OpenInvoice, OpenInvoice]
    expect(idsOf(propose({ ofAccount: [third, second, first] }, 3000))).toEqual([[third.id], [first.id, second.id]])
    expect(propose({ ofAccount: [third, second, first] }, 5000).proposals).toEqual([])
  })

  const anyInvoice = fc.record({
    id: fc.integer({ min: 1, max: 12 }).map((n) => `I${n}`),
    partnerId: fc.constantFrom('P1', 'P2', 'P3'),
    currency: fc.constantFrom('EUR', 'EUR', 'USD'),
    openAmount: fc.integer({ min: 0, max: 4 }).map((n) => n * 100),
    dueDate: fc.constantFrom('2026-01-01', '2026-02-01'),
  })
  const anyCandidates = fc.uniqueArray(anyInvoice, { selector: ({ id }) => id, maxLength: 8 }).chain((all) => {
    const invoices = all.map((each) => ({ ...each, number: each.id, partnerName: each.partnerId }))
    const some = fc.subarray(invoices)
    const reason = fc.constantFrom('end_to_end_id', 'structured_reference', 'invoice_number')
    const named = some.chain((own) =>
      fc.tuple(...own.map((invoice) => reason.map((why) => ({ invoice, reason: why })))),
    )
    return fc.record({ named, ofAccount: some, ofName: some })
  }) as fc.Arbitrary<Candidates>

  it('never exceed the amount or an invoice, mix partners or currencies, or depend on the order of what was found', () => {
    fc.assert(
      fc.property(anyCandidates, fc.integer({ min: 0, max: 12 }), (candidates, hundreds) => {
        const amount = hundreds * 100
        const result = propose(candidates, amount)
        const known = new Map(
          [...candidates.named.map(({ invoice }) => invoice), ...candidates.ofAccount, ...candidates.ofName].map(
            (each) => [each.id, each],
          ),
        )
        expect(result.proposals.length).toBeLessThanOrEqual(MAX_PROPOSALS)
        for (const { allocations, unallocatedAmount, partnerId, isExact } of result.proposals) {
          const sum = allocations.reduce((total, each) => total + each.amount, 0)
          expect(sum + unallocatedAmount).toBe(amount)
          if (isExact) expect(unallocatedAmount).toBe(0)
          expect(new Set(allocations.map(({ invoiceId }) => invoiceId)).size).toBe(allocations.length)
          for (const allocation of allocations) {
            const invoice = known.get(allocation.invoiceId)
            expect(invoice).toMatchObject({ partnerId, currency: 'EUR' })
            expect(allocation.amount).toBeGreaterThan(0)
            expect(allocation.amount).toBeLessThanOrEqual(invoice?.openAmount ?? 0)
          }
        }
        if (result.isCertain) {
          expect(result.isTied).toBe(false)
          const [first] = result.proposals
          expect(first?.isExact).toBe(true)
          const namedIds = candidates.named.map(({ invoice }) => invoice.id)
          for (const { invoiceId } of first?.allocations ?? []) expect(namedIds).toContain(invoiceId)
        }
        const { named, ofAccount, ofName } = candidates
        const turned = { named: named.toReversed(), ofAccount: ofAccount.toReversed(), ofName: ofName.toReversed() }
        expect(propose(turned, amount)).toEqual(result)
      }),
      { numRuns: 500 },
    )
  })
})

describe('proposals to reverse', () => {
  const entry = (fields: Partial<StoredBankEntry>) =>
    ({
      id: `E${++made}`,
      amount: 100,
      currency: 'EUR',
      bookedOn: '2026-03-01',
      endToEndId: null,
      partnerId: 'P1',
      paymentId: `PAY${made}`,
      ...fields,
    }) as StoredBankEntry
  const line = { amount: 100, currency: 'EUR', bookedOn: '2026-03-05', endToEndId: 'E2E-1' }
  const reverse = (...entries: StoredBankEntry[]) =>
    proposeReversals(
      line,
      entries.map((each) => ({ entry: each, partnerName: 'Nordlicht', reason: 'partner_account' as const })),
    )

  it('prefer the same reference, and never the platform decides', () => {
    const [same, none] = [entry({ endToEndId: 'E2E-1' }), entry({})]
    const result = reverse(none, same)
    expect(result.proposals.map(({ paymentId }) => paymentId)).toEqual([same.paymentId, none.paymentId])
    expect(result).toMatchObject({ isTied: false, isCertain: false, partnerId: 'P1' })
  })

  it('leave out other amounts, currencies and references, later entries and those without a payment', () => {
    const others = [
      { amount: 99 },
      { currency: 'USD' },
      { endToEndId: 'E2E-2' },
      { bookedOn: '2026-03-06' },
      { paymentId: null },
    ]
    expect(reverse(...others.map(entry)).proposals).toEqual([])
  })

  it('are a tie if nothing tells two payments apart', () => {
    expect(reverse(entry({}), entry({}))).toMatchObject({ isTied: true })
  })
})
