import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Running } from '../child.ts'
import { serve } from '../serve.ts'
import { startSmtp } from './smtp.ts'
import { answerSns, SNS_PATH } from './sns.ts'
import { type Mail, type MailStore, openMailStore, type StoredMail } from './store.ts'

const toListed = ({ attachments, ...mail }: StoredMail): Mail => ({
  ...mail,
  attachments: attachments.map(({ filename, contentType, size }) => ({ filename, contentType, size })),
})

const sendJson = (response: ServerResponse, status: number, body?: unknown) => {
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
    return sendJson(response, 204)
  }
  if (path === '/messages' && method === 'GET') {
    const to = query.get('to')
    const mails = store.list().filter((mail) => !to || mail.to.includes(to))
    return sendJson(response, 200, mails.map(toListed))
  }
  const [, id = '', index] = /^\/messages\/(\d+)(?:\/attachments\/(\d+))?$/.exec(path) ?? []
  const mail = store.find(id)
  if (!mail || method !== 'GET') return sendJson(response, 404, { error: 'This mail does not exist.' })
  if (index === undefined) return sendJson(response, 200, toListed(mail))
  const attachment = mail.attachments[Number(index)]
  if (!attachment) return sendJson(response, 404, { error: 'This attachment does not exist.' })
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
  })
  response.end(Buffer.from(attachment.content, 'base64'))
}

/** Catches all mails on the SMTP port, and text messages, and shows them on the page port, as a page and as JSON. */
export const startMail = async ({
  smtpPort,
  pagePort,
  dataDir,
}: {
  smtpPort: number
  pagePort: number
  dataDir?: string
}): Promise<Running & { smtpUrl: string }> => {
  const store = await openMailStore(dataDir)
  const smtp = await startSmtp(smtpPort, store)
  const page = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mail')
    const respond = async () => {
      if (request.method === 'POST' && url.pathname.startsWith(SNS_PATH))
        return await answerSns(request, store, response)
      await answer(request.method ?? 'GET', url.pathname, url.searchParams, store, response)
    }
    respond().catch((error: Error) => sendJson(response, 500, { error: error.message }))
  }, pagePort)
  return {
    smtpUrl: smtp.url,
    url: page.url,
    async stop() {
      await Promise.all([smtp.stop(), page.stop()])
    },
  }
}
