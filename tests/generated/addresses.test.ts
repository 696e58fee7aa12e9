import { describe, expect, it } from 'vitest'
import { send } from '../support/client.ts'
import { selectShare } from '../support/select-share.ts'
import { ask, member, usual, where } from './asking.ts'
import { findSuccessStatus } from './operations.ts'

/** Full resources of rows that are shown in a short form. */
const LONG_FORM: Record<string, string> = { DriftRow: 'VariantDiff' }

describe('the address in an answer', () => {
  const shown = where(({ endpoint }) => endpoint.returns !== undefined || endpoint.collection !== undefined)

  it.each(selectShare(shown, 1 / 3))('of $operation returns the resource', async (operation) => {
    const made = await usual(operation)
    const answer = await ask(operation, made)
    expect(answer.status).toBe(findSuccessStatus(operation))
    const [first] = operation.endpoint.collection ? answer.body.member : [answer.body]
    if (first?.['@id'] === undefined) return
    const again = await send('GET', first['@id'], {
      headers: { authorization: `Bearer ${made.token ?? member.token}` },
    })
    expect([again.status, first['@id']]).toEqual([200, first['@id']])
    const type = LONG_FORM[first['@type']] ?? first['@type']
    const found = again.body['@type'] === 'Collection' ? again.body.member[0] : again.body
    expect(found).toMatchObject({ '@type': type, '@id': first['@id'] })
  })
})

describe('a resource of a channel', () => {
  it.each(where(({ operation }) => ['getSyncRun', 'getSyncRecord', 'getWebhookDelivery'].includes(operation)))(
    'of $operation is not found under another channel',
    async (operation) => {
      const [one, other] = [await usual(operation), await usual(operation)]
      const channelId = other.params?.channelId as string
      expect((await ask(operation, { ...one, params: { ...one.params, channelId } })).status).toBe(404)
    },
  )
})
