import { Agent, get, type IncomingMessage } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { serve } from '../../local/serve.ts'

const server = await serve((_request, response) => void response.end('done'))
const agent = new Agent({ keepAlive: true })
afterAll(async () => {
  agent.destroy()
  await server.stop()
})

const ask = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url, { agent }, resolve).on('error', reject)
  })

it('keeps the connections of its clients and names no time at which it would close them', async () => {
  const { headers } = await ask()
  expect(headers.connection).toBe('keep-alive')
  // The header with which a server announces that time.
  expect(headers['keep-alive']).toBeUndefined()
})

it('stops although a request has no answer yet', async () => {
  const asked = Promise.withResolvers<void>()
  const other = await serve(() => asked.resolve())
  const answer = expect(fetch(other.url)).rejects.toThrow('fetch failed')
  await asked.promise
  await other.stop()
  await answer
})
