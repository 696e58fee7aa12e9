import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildHttpEvent, readBytes, sendAnswer } from '../../local/gateway/http-event.ts'
import { findModule } from '../support/client.ts'

/** Serves the functions of all modules over HTTP, as the gateway does. */
export const startApiServer = async () => {
  const server = createServer(async (request, response) => {
    const bytes = (await readBytes(request)) as Buffer
    const handler = await findModule((request.url ?? '').split('?')[0] as string)
    sendAnswer(response, await handler(buildHttpEvent(request, bytes, '$default')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
