import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { MailStore } from './store.ts'

/** Path of the stand-in for SNS on the page's port. */
export const SNS_PATH = '/sns'

const PHONE = /^\+[1-9][0-9]{6,14}$/
const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/'

const sendXml = (response: ServerResponse, status: number, content: string) => {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' })
  response.end(content)
}

const findAttribute = (parameters: URLSearchParams, wanted: string) => {
  const entry = [...parameters].find(
    ([name, value]) => /^MessageAttributes\.entry\.\d+\.Name$/.test(name) && value === wanted,
  )
  return entry && parameters.get(entry[0].replace(/Name$/, 'Value.StringValue'))
}

/** Publishes to a telephone number as SNS does, and stores the message among the mails. */
export const answerSns = async (request: IncomingMessage, store: MailStore, response: ServerResponse) => {
  const parameters = new URLSearchParams(await text(request))
  const [to, message] = [parameters.get('PhoneNumber') ?? '', parameters.get('Message') ?? '']
  if (parameters.get('Action') !== 'Publish' || !PHONE.test(to) || !message) {
    const error = '<Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Invalid parameter</Message></Error>'
    return sendXml(response, 400, `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>`)
  }
  const receivedAt = new Date().toISOString()
  const from = findAttribute(parameters, 'AWS.SNS.SMS.SenderID') ?? 'SMS'
  const subject = 'Text message'
  await store.add({ receivedAt, from, to: [to], subject, text: message, html: '', attachments: [] })
  const result = `<PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>`
  sendXml(response, 200, `<PublishResponse xmlns="${NAMESPACE}">${result}</PublishResponse>`)
}
