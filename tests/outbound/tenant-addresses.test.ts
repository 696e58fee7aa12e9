import type { LookupFunction } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { makeOutbound } from '../../lib/platform/outbound/outbound.ts'
import { aMember, type Member } from '../support/client.ts'

const asked: string[] = []

/** Names that only the resolver of a private network knows. */
const NAMES: Record<string, string[] | NodeJS.ErrnoException> = {
  'database.internal': ['10.0.0.7'],
  'metadata.internal': ['169.254.169.254'],
  'both.internal': ['93.184.215.14', '10.0.0.7'],
  'six.internal': ['fd00::7'],
  'empty.internal': [],
  'unknown.internal': Object.assign(new Error('getaddrinfo ENOTFOUND unknown.internal'), { code: 'ENOTFOUND' }),
  'nodata.internal': Object.assign(new Error('queryA ENODATA nodata.internal'), { code: 'ENODATA' }),
}

const lookup: LookupFunction = (hostname, _options, callback) => {
  asked.push(hostname)
  const found = NAMES[hostname] as (typeof NAMES)[string]
  if (found instanceof Error) return callback(found, '')
  callback(
    null,
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )
}

let owner: Member
beforeAll(async () => {
  useApp({ ...app(), outbound: makeOutbound({ allowPrivate: false, lookup }) })
  owner = await aMember()
})
afterAll(() => useApp(undefined))

const test = async (address: string) => {
  const credentials = { store_url: address, consumer_key: 'ck_1', consumer_secret: 'cs_1' }
  const { body } = await owner.post('/api/sales/channels/test-connection', { type: 'woocommerce', credentials })
  return { connected: body.connected, errorCode: body.errorCode, errorMessage: body.errorMessage }
}

describe('the URL of a shop', () => {
  it('is refused in the same words for a private name and for an unknown one', async () => {
    const answers = []
    for (const name of Object.keys(NAMES)) answers.push(await test(`https://${name}`))
    answers.push(await test('https://10.0.0.7'))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toEqual({
      connected: false,
      errorCode: 'STORE_NOT_FOUND',
      errorMessage: 'The store URL does not lead to a public address.',
    })
  })

  it('is refused with another port before its name is looked up', async () => {
    asked.length = 0
    for (const name of ['database.internal', 'unknown.internal']) {
      const { errorCode, errorMessage } = await test(`https://${name}:5432`)
      expect([errorCode, errorMessage]).toEqual(['INVALID_CONFIG', expect.stringContaining('port')])
    }
    expect(asked).toEqual([])
  })
})
