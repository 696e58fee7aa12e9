import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import RequestsPlugin from '../../local/requests-plugin.ts'

const asked = async (path: string): Promise<{ url: string; origin?: string; rawHeaders: string[] }> => {
  const server = createServer(({ url, headers, rawHeaders }: IncomingMessage, response: ServerResponse) => {
    response.end(JSON.stringify({ url, origin: headers.origin, rawHeaders }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(`GET ${path} HTTP/1.0\r\nOrigin: https://shop.example\r\n\r\n`)
  const answer = await text(socket)
  server.close()
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
}

test('the local gateway is given paths that it can read, and no origin to answer for', async () => {
  new RequestsPlugin().hooks['offline:start:init']()
  expect(await asked('/a/%FF/%C3%A4/%?q=%FF&r=%')).toEqual({
    url: '/a/%25FF/%C3%A4/%25?q=%FF&r=%',
    rawHeaders: ['Origin', 'https://shop.example'],
  })
})
