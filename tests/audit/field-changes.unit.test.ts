import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeMerkleRoot } from '../../lib/audit/proofs/merkle-root.ts'
import { newId } from '../../lib/platform/id.ts'
import { packBody, unpackBody } from '../../lib/platform/store/audit/audit-body.ts'
import { buildAuditItem } from '../../lib/platform/store/audit/audit-item.ts'
import { listFieldChanges } from '../../lib/platform/store/audit/field-changes.ts'

const CANARY = 'canary'
const fieldsOf = (before: object | undefined, after: object | undefined, rule = {}) =>
  listFieldChanges(rule, { before, after })

describe('the changes of a resource', () => {
  it('name the fields that differ, and nothing technical', () => {
    const before = { id: 'a', rev: 1, updatedAt: 'x', name: 'Old', same: { deep: [1] }, gone: 1, none: null }
    const after = { id: 'a', rev: 2, updatedAt: 'y', name: 'New', same: { deep: [1] } }
    expect(fieldsOf(before, after).changes).toEqual([
      { field: 'gone', before: '1', after: null },
      { field: 'name', before: '"Old"', after: '"New"' },
    ])
  })

  it('mask secrets by their names at any depth, and hidden fields whole', () => {
    const value = {
      apiKey: CANARY,
      nested: [{ accessToken: CANARY, sealedX: CANARY, isTokenSet: true }],
      plain: 'shown',
    }
    const after = { config: value, passwordHash: CANARY, customer: { name: CANARY } }
    const text = JSON.stringify(fieldsOf(undefined, after, { hidden: ['customer'] }))
    expect(text).not.toContain(CANARY)
    expect(text).toContain('shown')
    expect(text).toContain('customer')
  })

  it('keep personal fields apart', () => {
    const { changes, personal } = fieldsOf({ email: 'a@b.example', role: 'x' }, undefined, { personal: ['email'] })
    expect([changes.length, personal]).toEqual([1, [{ field: 'email', before: '"a@b.example"', after: null }]])
  })

  it('cut long values and say so', () => {
    const [change] = fieldsOf({ text: 'a' }, { text: 'b'.repeat(2000) }).changes
    expect(change).toMatchObject({ isCut: true, before: '"a"' })
    expect(change?.after?.length).toBe(500)
  })
})

it('an item stays far below the limit of the table, whatever a transaction changes', () => {
  const changes = Array.from({ length: 200 }, (_, i) => ({
    field: `f${i}`,
    before: 'x'.repeat(500),
    after: 'y'.repeat(500),
  }))
  const notes = Array.from(
    { length: 100 },
    () => ({ action: 'update', type: 'thing', resource: 'r', rev: 1, changes }) as const,
  )
  const by = { actor: null, actorType: 'platform', requestId: null, operation: null, address: null } as const
  const now = new Date('2026-03-01T10:00:00Z')
  const item = buildAuditItem(newId(now), now, by, notes)
  expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(400_000)
  expect(unpackBody(item as never).entries).toHaveLength(100)
})

it('a body is read as it was packed', () => {
  const change = fc.record({ field: fc.string(), before: fc.option(fc.string()), after: fc.option(fc.string()) })
  const entry = fc.record({
    action: fc.constantFrom('create' as const, 'update' as const),
    type: fc.string(),
    resource: fc.option(fc.string()),
    rev: fc.nat(),
    changes: fc.array(change),
    resources: fc.array(fc.record({ id: fc.string(), rev: fc.nat() })),
  })
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
      const sk = newId(new Date('2026-03-01T10:00:00Z'))
      const known = { at: 'now', actor: null, actorType: 'platform', requestId: null, operation: null } as const
      const read = unpackBody({
        sk,
        body: packBody({ ...known, entries: entries.map((each) => ({ id: '', ...each })) }),
      })
      expect(read.entries.map(({ id: _id, ...each }) => each)).toEqual(entries)
      const ids = read.entries.map(({ id }) => id)
      expect([ids[0], new Set(ids).size, [...ids].sort()]).toEqual([sk, entries.length, ids])
    }),
  )
})

it('the root of hashes changes with any of them, their order and their number', () => {
  const hashes = fc.uniqueArray(
    fc.string().map((text) => hash('sha256', text, 'base64url')),
    { minLength: 2, maxLength: 40 },
  )
  fc.assert(
    fc.property(hashes, fc.nat(), (all, at) => {
      const root = computeMerkleRoot(all)
      const index = at % all.length
      const others = [
        all.with(index, hash('sha256', 'another one', 'base64url')),
        all.toSpliced(index, 1),
        all.toReversed(),
        [...all, all.at(-1) as string],
      ]
      for (const other of others) expect(computeMerkleRoot(other)).not.toBe(root)
    }),
  )
})
