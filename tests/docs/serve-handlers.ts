import { app, useApp } from '../../lib/platform/app/app.ts'
import { serve } from '../../local/serve.ts'
import { findModule, gatewayEvent } from '../support/client.ts'

/** Serves all functions of this process at a port, as the gateway does, and makes its address the public one. */
export const serveHandlers = async () => {
  const { url: publicUrl, stop } = await serve(async (request, response) => {
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
  const { config } = app()
  // The page makes more requests per minute than the rate limit of an address allows.
  const limits = { ...config.limits, ip: 1_000_000 }
  useApp({ ...app(), config: { ...config, publicUrl, limits } })
  return {
    url: publicUrl,
    async stop() {
      await stop()
      useApp(undefined)
    },
  }
}
