import { buildHttpEvent, readBytes, sendAnswer } from '../../local/gateway/http-event.ts'
import { serve } from '../../local/serve.ts'
import { findModule } from '../support/client.ts'

/** Serves the functions of all modules over HTTP, as the gateway does. */
export const startApiServer = () =>
  serve(async (request, response) => {
    const bytes = (await readBytes(request)) as Buffer
    const handler = await findModule((request.url ?? '').split('?')[0] as string)
    sendAnswer(response, await handler(buildHttpEvent(request, bytes, '$default')))
  })
