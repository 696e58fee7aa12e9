import { expect } from 'vitest'
import { type Received, send } from '../support/client.ts'
import type { Operation } from './operations.ts'

/** Full resources of rows that are shown in a short form. */
const LONG_FORM: Record<string, string> = { DriftRow: 'VariantDiff', UnsettledCharge: 'Charge' }

/** Tells whether an operation answers with resources, which have addresses. */
export const showsResources = ({ endpoint }: Operation): boolean =>
  endpoint.returns !== undefined || endpoint.collection !== undefined

/** Checks that the address in an answer returns the resource. */
export const expectAddress = async ({ endpoint }: Operation, answer: Received, token: string): Promise<void> => {
  const [first] = endpoint.collection ? answer.body.member : [answer.body]
  if (first?.['@id'] === undefined) return
  const again = await send('GET', first['@id'], { headers: { authorization: `Bearer ${token}` } })
  expect([again.status, first['@id']]).toEqual([200, first['@id']])
  const type = LONG_FORM[first['@type']] ?? first['@type']
  const found = again.body['@type'] === 'Collection' ? again.body.member[0] : again.body
  expect(found).toMatchObject({ '@type': type, '@id': first['@id'] })
}
