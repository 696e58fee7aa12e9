import { expect, test } from 'vitest'
import { violations } from './invariants.ts'
import { ask, newKey, platform, world } from './world.ts'

const on = platform()

const aPartner = async () => {
  const made = await world(on, 1, {})
  const create = { action: 'create partner', method: 'post', url: '/api/partner/partners', key: newKey() } as const
  const { id } = await ask(made, { ...create, body: { name: 'Nordlicht', taxId: newKey() } })
  return { made, partnerId: id as string }
}

test('answers simultaneous requests with the same key with one custodian', async () => {
  const { made, partnerId } = await aPartner()
  const body = { partnerId, type: 'internal', name: 'Lager' }
  const create = { action: 'create custodian', method: 'post', url: '/api/warehousing/custodians', body } as const
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(made, { ...create, key })))
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(201))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ replayed }) => replayed)).toHaveLength(24)
  expect(await violations(made)).toEqual([])
})

test('gives a custodian that is created while its partner is renamed the new name', async () => {
  for (let round = 0; round < 10; round++) {
    const { made, partnerId } = await aPartner()
    const body = { partnerId, type: 'internal', name: 'Lager' }
    await Promise.all([
      ask(made, { action: 'onboard', method: 'post', url: '/api/warehousing/custodians/onboard', body }),
      ask(made, {
        action: 'rename',
        method: 'patch',
        url: `/api/partner/partners/${partnerId}`,
        body: { name: 'Nordstern' },
        target: partnerId,
      }),
    ])
    expect(await violations(made)).toEqual([])
  }
})

test('makes a simultaneous change once and refuses the others', async () => {
  const { made, partnerId } = await aPartner()
  const body = { partnerId, type: 'custom', name: 'Lager' }
  const url = '/api/warehousing/custodians'
  const { id } = await ask(made, { action: 'create custodian', method: 'post', url, body, key: newKey() })
  const askAtOnce = (action: string) => {
    const asked = { action, method: 'post', url: `${url}/${id}/${action}`, body: {}, target: id as string } as const
    return Promise.all(Array.from({ length: 12 }, () => ask(made, asked)))
  }
  for (const action of ['suspend', 'reactivate']) {
    const answers = await askAtOnce(action)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
  }
  // Another disconnect is not refused, but changes nothing.
  const answers = await askAtOnce('disconnect')
  expect(new Set(answers.map(({ status, rev }) => `${status} at ${rev}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await violations(made)).toEqual([])
})
