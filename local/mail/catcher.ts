import { createReadStream } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Running } from '../child.ts'
import { answerAppPage } from './app-page.ts'
import { startSmtp } from './smtp.ts'
import { answerSns, SNS_PATH } from './sns.ts'
import { type KeptMail, type Mail, type MailStore, openMailStore } from './store.ts'

const shown = ({ attachments, ...mail }: KeptMail): Mail => ({
  ...mail,
  attachments: attachments.map(({ filename, contentType, size }) => ({ filename, contentType, size })),
})

const json = (response: ServerResponse, status: number, body?: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(body === undefined ? '' : JSON.stringify(body))
}

const answer = async (
  method: string,
  path: string,
  query: URLSearchParams,
  store: MailStore,
  response: ServerResponse,
) => {
  if (method === 'GET' && path === '/') {
    // A received mail must never run a script in this page.
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self' 'unsafe-inline'; img-src * data:; frame-src 'self'; script-src 'self'",
    })
    createReadStream(join(import.meta.dirname, 'page.html')).pipe(response)
    return
  }
  if (method === 'GET' && path === '/page.js') {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' })
    createReadStream(join(import.meta.dirname, 'page.js')).pipe(response)
    return
  }
  if (path === '/messages' && method === 'DELETE') {
    await store.clear()
    return json(response, 204)
  }
  if (path === '/messages' && method === 'GET') {
    const to = query.get('to')
    const mails = store.list().filter((mail) => !to || mail.to.includes(to))
    return json(response, 200, mails.map(shown))
  }
  const [, id = '', place] = /^\/messages\/(\d+)(?:\/attachments\/(\d+))?$/.exec(path) ?? []
  const mail = store.find(id)
  if (!mail || method !== 'GET') return json(response, 404, { error: 'There is no such mail.' })
  if (place === undefined) return json(response, 200, shown(mail))
  const attachment = mail.attachments[Number(place)]
  if (!attachment) return json(response, 404, { error: 'There is no such attachment.' })
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
  })
  response.end(Buffer.from(attachment.content, 'base64'))
}

/** Catches every mail on the SMTP port, and text messages; shows them on the page port, to people and as JSON. */
export const startMail = async ({
  smtpPort,
  pagePort,
  dataDir,
  api,
}: {
  smtpPort: number
  pagePort: number
  dataDir?: string
  /** Where the steps that links in mails lead to are carried out; without it there are none. */
  api?: string
}): Promise<Running & { smtpUrl: string }> => {
  const store = await openMailStore(dataDir)
  const smtp = await startSmtp(smtpPort, store)
  const page = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mail')
    const whole = async () => {
      if (request.method === 'POST' && url.pathname.startsWith(SNS_PATH))
        return await answerSns(request, store, response)
      if (api && (await answerAppPage(request, url, api, response))) return
      await answer(request.method ?? 'GET', url.pathname, url.searchParams, store, response)
    }
    whole().catch((error: Error) => json(response, 500, { error: error.message }))
  })
  await new Promise<void>((resolve, reject) => {
    page.once('error', reject).listen(pagePort, '127.0.0.1', resolve)
  })
  return {
    smtpUrl: smtp.url,
    url: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
    async stop() {
      page.closeAllConnections()
      await Promise.all([smtp.stop(), new Promise((resolve) => page.close(resolve))])
    },
  }
}
