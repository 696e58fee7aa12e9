import type { LookupFunction } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { makeOutbound } from '../../../lib/platform/outbound/outbound.ts'
import { serve } from '../../../local/serve.ts'
import { drainEvents } from '../../support/workers.ts'
import { aTenantOf } from '../members.ts'
import { anEndpoint, deliveriesOf, ENDPOINTS, MINUTE, passBy } from './hooks.ts'

const followed: string[] = []
const redirecting = await serve((request, response) => {
  followed.push(request.url ?? '')
  const targets: Record<string, string> = {
    '/away': 'http://169.254.169.254/latest/meta-data',
    '/around': `${redirecting.url}/followed`,
  }
  response.writeHead(302, { location: targets[request.url ?? ''] ?? '/' }).end()
})
afterAll(redirecting.stop)
afterEach(() => {
  followed.length = 0
  useApp(undefined)
})

let names = 0
/** Returns an address of the running test: what other tests left behind has others. */
const nextUrl = () => `https://hooks-${++names}.entrepot-receiver.net/hook`

/** Resolves the name of the running test as an attacker likes. Returns the number of times that it was resolved. */
const resolvingTo = (...addresses: string[]) => {
  let asked = 0
  const own = `hooks-${names}.entrepot-receiver.net`
  const lookup: LookupFunction = (name, _options, callback) => {
    if (name === own) asked++
    const address = addresses[asked % addresses.length] as string
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }
  useApp({ ...app(), outbound: makeOutbound({ allowPrivate: false, lookup }) })
  return () => asked
}

describe('a test event', () => {
  test.each(['10.0.0.7', '169.254.169.254', '127.0.0.1', '::ffff:169.254.169.254', 'fd00::7'])(
    'is not sent if the name leads to %s',
    async (address) => {
      const [owner] = await aTenantOf(['owner'])
      const endpoint = await anEndpoint(owner, { url: nextUrl() })
      resolvingTo(address)
      await owner.post(`${ENDPOINTS}/${endpoint.id}/test`)
      await drainEvents()
      expect((await deliveriesOf(owner, endpoint)).member).toMatchObject([
        { status: 'pending', statusCode: null, errorMessage: 'The endpoint does not lead to a public address.' },
      ])
    },
  )

  test('is refused by the address of the moment, since every attempt resolves the name again', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner, { url: nextUrl() })
    const asked = resolvingTo('10.0.0.7', '192.168.1.1')
    await owner.post(`${ENDPOINTS}/${endpoint.id}/test`)
    await drainEvents()
    await passBy(MINUTE)
    expect(asked()).toBe(2)
    expect((await deliveriesOf(owner, endpoint)).member[0]).toMatchObject({ attemptCount: 2 })
  })

  test.each(['/away', '/around'])('follows no redirect of %s', async (path) => {
    const [owner] = await aTenantOf(['owner'])
    const config = { ...app().config, outboundAllowPrivate: true }
    useApp({ ...app(), config, outbound: makeOutbound({ allowPrivate: true }) })
    const endpoint = await anEndpoint(owner, { url: `${redirecting.url}${path}` })
    await owner.post(`${ENDPOINTS}/${endpoint.id}/test`)
    await drainEvents()
    expect(followed).toEqual([path])
    expect((await deliveriesOf(owner, endpoint)).member).toMatchObject([
      { statusCode: 302, errorMessage: 'The endpoint redirects elsewhere (302), which is not followed.' },
    ])
  })
})
