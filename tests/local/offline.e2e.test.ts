import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackages } from '../../local/install-packages.ts'
import { runReadmeTour } from '../support/readme-tour.ts'
import { ownStack, start } from '../support/stack-setup.ts'

let own: Awaited<ReturnType<typeof ownStack>>
let stack: ReturnType<typeof start>
beforeAll(async () => {
  installPackages('deploy/framework')
  own = await ownStack()
  stack = start(own.env, ['--offline'])
  await stack.ready
}, 300_000)
afterAll(async () => {
  stack.child.kill('SIGTERM')
  await stack.ended
  await rm(own.dataDir, { recursive: true, force: true })
})

const isOpen = (host: string, port: number | undefined) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port: Number(port), timeout: 5000 })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('timeout', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

/** Up to the notification, which needs the table, the keys, the stream, the queues, the workers and the mail. */
const BLOCKS = 5

describe('npm run start:offline', () => {
  test('serves the functions to the tour of the README', async () => {
    const urls = { api: `http://localhost:${own.ports.api}`, mail: `http://127.0.0.1:${own.ports.mail}` }
    const [, signedIn, custodians, lists, notifications] = await runReadmeTour(urls, BLOCKS)
    expect(JSON.parse(signedIn ?? '')).toMatchObject({ tenant: { name: 'Analytical Engines', role: 'owner' } })
    const [first, again] = (custodians ?? '').trim().split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({ name: 'Hamburg East', connectionConfigured: true })
    expect(again).toBe(first)
    const [page, refused] = (lists ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(page.member).toEqual([{ name: 'Hamburg East', type: 'fulfilment_api_a', status: 'active' }])
    expect(refused.errorCode).toBe('VALIDATION_ERROR')
    expect(JSON.parse(notifications ?? '').member).toMatchObject([{ topic: 'partner.partner.created' }])
  }, 300_000)

  test('serves 32 clients at once from one process', async () => {
    const url = `http://localhost:${own.ports.api}/api/partner/partners`
    const answers = await Promise.all(Array.from({ length: 32 }, () => fetch(url)))
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(401))
    expect(answers.map(({ headers }) => headers.get('x-request-id')?.length)).toEqual(Array(32).fill(36))
  })

  test('answers on the loopback address and on no other address of the machine', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, scopeid }) => !internal && !scopeid)
    for (const port of [own.ports.api, own.ports.lambda]) {
      expect(await isOpen('127.0.0.1', port)).toBe(true)
      for (const { address } of others) expect(await isOpen(address, port), address).toBe(false)
    }
  })
})
