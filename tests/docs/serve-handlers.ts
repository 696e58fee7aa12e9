import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { findModule, gatewayEvent } from '../support/client.ts'

/** Serves all functions of this process at a port, as the gateway does, and makes its address the public one. */
export const serveHandlers = async () => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = request.url ?? '/'
    const headers = request.headers as Record<string, string>
    const handler = await findModule(url.split('?')[0] as string)
    const body = chunks.length ? Buffer.concat(chunks).toString() : undefined
    const answer = await handler(gatewayEvent(request.method ?? 'GET', url, { headers, body }))
    response.writeHead(answer.statusCode ?? 200, answer.headers as Record<string, string>)
    response.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { config } = app()
  // The page makes more requests per minute than the rate limit of an address allows.
  const limits = { ...config.limits, ip: 1_000_000 }
  useApp({ ...app(), config: { ...config, publicUrl: url, limits } })
  return {
    url,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      useApp(undefined)
    },
  }
}
