import { expect, it } from 'vitest'
import type { StoredBankEntry } from '../../lib/billing/bank-entries/bank-entry.ts'
import { findReferences } from '../../lib/billing/bank-entries/find-references.ts'
import { proposeReversals } from '../../lib/billing/bank-entries/propose-reversals.ts'

it('a number that an entry spells in several ways is looked up once, for its strongest reason', () => {
  const numbering = { series: 'invoice', pattern: '{series}-{year}-{seq}', digits: 5 } as const
  const line = {
    endToEndId: 'inv-2026-00007',
    structuredReference: null,
    text: 'Rechnung INV 2026 00007, Inv-2026-00007',
  }
  const found = findReferences(line, numbering).filter(({ number }) => /^inv-2026-00007$/i.test(number))
  expect(found).toEqual([{ number: 'inv-2026-00007', reason: 'end_to_end_id' }])
})

it('a returned payment is found by its reference, whatever case and spaces the bank gave it', () => {
  const shared = { amount: 100, currency: 'EUR', bookedOn: '2026-03-01' }
  const propose = (stored: string, returned: string) => {
    const entry = {
      ...shared,
      id: '1',
      paymentId: 'P',
      partnerId: 'A',
      endToEndId: stored,
    } as unknown as StoredBankEntry
    const candidate = { entry, partnerName: 'Ada', reason: 'partner_name' } as const
    return proposeReversals({ ...shared, endToEndId: returned }, [candidate]).proposals.map(({ reasons }) => reasons[0])
  }
  expect(propose('E2e 0815-x', ' e2e0815-X')).toEqual(['end_to_end_id'])
  expect(propose('E2E-1', 'E2E-2')).toEqual([])
})
