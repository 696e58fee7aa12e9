import { describe, expect, test } from 'vitest'
import { type Binding, issueSignedState, spendSignedState } from '../../lib/platform/access/signed-state.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'

const BINDING: Binding = { tenant: newId(new Date()), identity: 'ada', provider: 'freight' }
const scope = (now = new Date()) => ({ tenant: undefined, actor: null, now })

const issue = (binding = BINDING, purpose = 'wizard', now = new Date()) =>
  runInUnit(app().db, scope(now), (unit) =>
    issueSignedState(app(), unit, { purpose, binding, payload: 'kept back', seconds: 600 }),
  )
const spend = (state: string, { binding = BINDING, purpose = 'wizard', now = new Date() } = {}) =>
  runInUnit(app().db, scope(now), (unit) => spendSignedState(app(), unit, { purpose, binding, state }))
const refusal = { errorCode: 'VALIDATION_ERROR', violations: [{ propertyPath: 'state' }] }

describe('a signed state', () => {
  test('returns its payload once', async () => {
    const state = await issue()
    expect(state).not.toContain('kept')
    expect(await spend(state)).toBe('kept back')
    await expect(spend(state)).rejects.toMatchObject(refusal)
  })

  test('is consumed by one of many concurrent requests', async () => {
    const state = await issue()
    const settled = await Promise.allSettled(Array.from({ length: 12 }, () => spend(state)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of settled) if (each.status === 'rejected') expect(each.reason).toMatchObject(refusal)
  })

  test('works only with its own purpose and binding', async () => {
    const state = await issue()
    for (const other of Object.keys(BINDING))
      await expect(spend(state, { binding: { ...BINDING, [other]: 'another' } })).rejects.toMatchObject(refusal)
    const { provider: _, ...less } = BINDING
    await expect(spend(state, { binding: less })).rejects.toMatchObject(refusal)
    await expect(spend(state, { purpose: 'sign-in' })).rejects.toMatchObject(refusal)
    const turned = Object.fromEntries(Object.entries(BINDING).reverse())
    expect(await spend(state, { binding: turned })).toBe('kept back')
  })

  test('expires even while its item is still in the table', async () => {
    const now = new Date()
    const state = await issue(BINDING, 'wizard', now)
    const shift = (ms: number) => new Date(now.getTime() + ms)
    await expect(spend(state, { now: shift(600_000) })).rejects.toMatchObject(refusal)
    expect(await spend(state, { now: shift(598_000) })).toBe('kept back')
  })

  test('is refused if any character was altered, as is any other text', async () => {
    const state = await issue()
    const later = state.replace(/\.(\d+)\./, (_, at) => `.${Number(at) + 600}.`)
    const other = (character: string) => (character === 'A' ? 'B' : 'A')
    const altered = [0, 5, 40, state.length - 5].map(
      (at) => state.slice(0, at) + other(state.charAt(at)) + state.slice(at + 1),
    )
    for (const text of [later, ...altered, '', '..', `${state}x`, 'x'.repeat(90), `${state}\n`])
      await expect(spend(text)).rejects.toMatchObject(refusal)
    expect(await spend(state)).toBe('kept back')
  })

  test('is consumed only when the unit commits', async () => {
    const state = await issue()
    const dropped = runInUnit(app().db, scope(), async (unit) => {
      await spendSignedState(app(), unit, { purpose: 'wizard', binding: BINDING, state })
      throw new Error('given up')
    })
    await expect(dropped).rejects.toThrow('given up')
    expect(await spend(state)).toBe('kept back')
  })
})
