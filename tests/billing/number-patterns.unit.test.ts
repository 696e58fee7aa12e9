import { expect, it } from 'vitest'
import { findReferences } from '../../lib/billing/bank-entries/find-references.ts'
import { fillSequence } from '../../lib/billing/numbering/numbering.ts'

const fill = (pattern: string, channel?: string) =>
  fillSequence({ series: 'invoice', digits: 5, zone: 'UTC', pattern, ...(channel && { channel }) }, '2026')

it.each([
  ['{series}-{channel}-{year}-{seq}', 'INV-TEA-1-2026-{seq}', 'INV-2026-{seq}'],
  ['{channel}/{year}/{seq}', 'TEA-1/2026/{seq}', '2026/{seq}'],
  ['{year}-{seq}-{channel}', '2026-{seq}-TEA-1', '2026-{seq}'],
  ['R{channel}-{year}-{seq}', 'RTEA-1-2026-{seq}', 'R-2026-{seq}'],
  ['R-{channel}{year}.{seq}', 'R-TEA-12026.{seq}', 'R-2026.{seq}'],
  ['{series}-{year}-{seq}', 'INV-2026-{seq}', 'INV-2026-{seq}'],
])('fills %s with the code of the channel, and leaves no doubled separator without one', (pattern, filled, without) => {
  expect(fill(pattern, 'TEA-1')).toBe(filled)
  expect(fill(pattern)).toBe(without)
})

it('finds numbers with the code of a channel and without one in a bank entry', () => {
  const numbering = { series: 'invoice', pattern: '{series}-{channel}-{year}-{seq}', digits: 5 } as const
  const find = (text: string) =>
    findReferences({ endToEndId: null, structuredReference: null, text }, numbering).map(({ number }) => number)
  for (const text of ['INV-TEA-2026-00012', 'inv tea 2026 00012', 'INV/TEA/2026/00012', 'INVTEA202600012'])
    expect([text, find(text)]).toEqual([text, expect.arrayContaining(['INV-TEA-2026-00012'])])
  for (const text of ['INV-TEA-1-2026-00012', 'INV TEA-1 2026 00012'])
    expect([text, find(text)]).toEqual([text, expect.arrayContaining(['INV-TEA-1-2026-00012'])])
  for (const text of ['INV-2026-00012', 'INV 2026 00012', 'inv202600012'])
    expect([text, find(text)]).toEqual([text, expect.arrayContaining(['INV-2026-00012'])])
})
