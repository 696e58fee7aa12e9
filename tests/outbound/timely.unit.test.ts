import { expect, it } from 'vitest'
import { app } from '../../lib/platform/app/app.ts'
import { timelyApp } from '../../lib/platform/app/timely-app.ts'
import { Deadline } from '../../lib/platform/deadline.ts'

it.each([
  ['its own limit', 3_000, 20_000, 3_000],
  ['the usual limit if it has none', undefined, 20_000, 8_000],
  ['the time that is left if that is less', undefined, 5_000, 5_000],
  ['the time that is left if its own limit is longer', 60_000, 20_000, 20_000],
])('a call to others within a deadline has %s', async (_, timeoutMs, leftMs, expected) => {
  const limits: (number | undefined)[] = []
  const outbound: ReturnType<typeof app>['outbound'] = {
    async send(request) {
      limits.push(request.timeoutMs)
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    },
  }
  const timely = timelyApp({ ...app(), outbound }, new Deadline(() => leftMs))
  await timely.outbound.send({ url: 'https://a.test', ...(timeoutMs && { timeoutMs }) })
  expect(limits).toEqual([expected])
})
