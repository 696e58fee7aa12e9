import { afterEach, describe, expect, it } from 'vitest'
import { getConnector } from '../../lib/connectors/registry.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { type Action, type Key, keyOf } from '../../lib/platform/store/table/table.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { ask, verified } from '../iam/people.ts'
import { aChannel } from '../support/builders.ts'
import { aMember } from '../support/client.ts'

afterEach(() => useApp(undefined))

/** Changes the item just before the first such transaction; returns what the table was asked to write. */
const changeMeanwhile = (isIt: (action: Action) => boolean) => {
  const before = app()
  const { db } = before
  const written = { transactions: 0, updates: [] as Key[] }
  useApp({
    ...before,
    db: {
      ...db,
      async transact(actions: readonly Action[], token) {
        const action = actions.find(isIt)
        if (action && !written.transactions++) {
          const { pk, sk } = keyOf(action)
          await db.update({ update: { pk, sk }, set: 'ADD #rev :one', values: { ':one': 1 } })
        }
        return await db.transact(actions, token)
      },
      async update(update) {
        written.updates.push(update.update)
        return await db.update(update)
      },
    },
  })
  return written
}

describe('an endpoint with an effect outside', () => {
  it('subscribes at the shop once when the channel changes meanwhile, and records the subscription', async () => {
    const owner = await aMember()
    const { id } = await aChannel(owner, { credentials: { api_key: 'good', seed: owner.tenant } })
    const written = changeMeanwhile((action) => 'put' in action && action.put.kind === 'channel')
    const url = `/api/sales/channels/${id}/webhooks`
    expect((await owner.post(url, { topic: 'order.created' })).status).toBe(201)
    expect(written.transactions).toBe(2)

    const channel = await findChannel(app().db, owner.tenant, id)
    const { webhooks } = getConnector('simulator')
    const atShop = channel && (await webhooks?.list(await openShop(app(), owner.tenant, channel)))
    expect(atShop).toMatchObject([{ topic: 'order.created' }])
    expect((await owner.get(url)).body.member).toMatchObject([{ externalWebhookId: atShop?.[0]?.externalId }])
  })

  it('counts a sign-in once when the account changes meanwhile', async () => {
    const { email, password } = await verified()
    const written = changeMeanwhile((action) => keyOf(action).sk === 'IDENTITY')
    expect((await ask('login', { email, password })).status).toBe(200)
    expect(written.transactions).toBe(2)
    // The attempt is counted, and refunded because the password is right.
    expect(written.updates.filter(({ pk }) => pk.startsWith('G#account#'))).toHaveLength(2)
  })
})
