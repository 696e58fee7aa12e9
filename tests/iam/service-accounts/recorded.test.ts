import { beforeAll, describe, expect, it } from 'vitest'
import { generateKeySecret } from '../../../lib/iam/service-accounts/key-secret.ts'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import type { Id } from '../../../lib/platform/id.ts'
import { entriesOf } from '../../audit/trail.ts'
import { anOwner, laterBy, type Owner } from '../people.ts'
import {
  aKey,
  aKeyedAccount,
  aKeyPair,
  anAssertion,
  aServiceAccount,
  assert,
  PATH,
  requestToken,
  tokenOf,
} from './service-accounts.ts'

let owner: Owner
beforeAll(async () => {
  owner = await anOwner()
})

const tokensOf = async (id: Id) => {
  const entries = await entriesOf(owner, `resourceId=${id}&resourceType=service-account&limit=100`)
  return entries.filter(({ action }) => String(action).startsWith('sign_in'))
}
const actionsOf = async (id: Id) => (await tokensOf(id)).map(({ action }) => action)

describe('the audit trail', () => {
  it('says which service account got a token, and from where', async () => {
    const account = await aKeyedAccount(owner)
    await requestToken({ client_id: account.id, client_secret: account.secret }, {}, '203.0.113.9')
    const entries = await tokensOf(account.id)
    expect(entries).toMatchObject([
      { action: 'sign_in', actorType: 'service_account', actorId: account.id, address: '203.0.113.9', changes: [] },
    ])
    expect(JSON.stringify(entries)).not.toContain(account.secret)
  })

  it('says that a service account was refused a token, for whatever reason', async () => {
    const away = await aKeyedAccount(owner, { networks: ['192.0.2.0/24'] })
    await tokenOf(away)
    const disabled = await aKeyedAccount(owner)
    await owner.post(`${PATH}/${disabled.id}/disable`)
    await tokenOf(disabled)
    const guessed = await aKeyedAccount(owner)
    await tokenOf({ id: guessed.id, secret: generateKeySecret(guessed.keyId) })
    const misspelt = await aKeyedAccount(owner)
    await tokenOf({ id: misspelt.id, secret: `${misspelt.secret.slice(0, -1)}~` })
    const escalating = await aKeyedAccount(owner)
    await tokenOf(escalating, { scope: 'iam:member:write' })
    for (const { id } of [away, disabled, guessed, misspelt, escalating])
      expect(await tokensOf(id)).toMatchObject([
        { action: 'sign_in_failed', actorType: 'service_account', actorId: null, resourceId: id },
      ])
  })

  it('shows the replay of an assertion', async () => {
    const pair = await aKeyPair('ES256')
    const id = await aServiceAccount(owner)
    await owner.post(`${PATH}/${id}/keys`, { publicKey: pair.jwk })
    const assertion = await anAssertion(id, pair)
    await assert(assertion)
    expect((await assert(assertion)).status).toBe(401)
    expect(await actionsOf(id)).toEqual(['sign_in_failed', 'sign_in'])
  })

  it('is not flooded by guesses, and holds every token beside them', async () => {
    const account = await aKeyedAccount(owner)
    const guess = () => tokenOf({ id: account.id, secret: generateKeySecret(account.keyId) })
    for (let i = 0; i < 14; i++) expect((await guess()).status).toBe(401)
    expect(await actionsOf(account.id)).toEqual(Array(10).fill('sign_in_failed'))
    await tokenOf(account)
    await tokenOf(await aKey(owner, account.id))
    expect((await actionsOf(account.id)).filter((action) => action === 'sign_in')).toHaveLength(2)
    const before = app()
    laterBy(901)
    await guess()
    useApp(before)
    expect((await actionsOf(account.id)).filter((action) => action === 'sign_in_failed')).toHaveLength(11)
  })
})
