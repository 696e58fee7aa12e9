import { describe, expect, it } from 'vitest'
import { send } from '../support/client.ts'
import { ask, member, usual, where } from './asking.ts'
import { successOf } from './operations.ts'

/** What a listed row is the short form of. */
const LONG_FORM: Record<string, string> = { DriftRow: 'VariantDiff' }

describe('whatever an answer says the address of', () => {
  it.each(where(({ endpoint }) => endpoint.returns !== undefined || endpoint.collection !== undefined))(
    '$operation: is found there',
    async (operation) => {
      const made = await usual(operation)
      const answer = await ask(operation, made)
      expect(answer.status).toBe(successOf(operation))
      const [shown] = operation.endpoint.collection ? answer.body.member : [answer.body]
      if (shown?.['@id'] === undefined) return
      const again = await send('GET', shown['@id'], {
        headers: { authorization: `Bearer ${made.token ?? member.token}` },
      })
      expect([again.status, shown['@id']]).toEqual([200, shown['@id']])
      const type = LONG_FORM[shown['@type']] ?? shown['@type']
      const found = again.body['@type'] === 'Collection' ? again.body.member[0] : again.body
      expect(found).toMatchObject({ '@type': type, '@id': shown['@id'] })
    },
  )
})

describe('what belongs to a channel', () => {
  it.each(where(({ operation }) => ['getSyncRun', 'getSyncRecord', 'getWebhookDelivery'].includes(operation)))(
    '$operation: is not found under another channel',
    async (operation) => {
      const [one, other] = [await usual(operation), await usual(operation)]
      const channelId = other.params?.channelId as string
      expect((await ask(operation, { ...one, params: { ...one.params, channelId } })).status).toBe(404)
    },
  )
})
