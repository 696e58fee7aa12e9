import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { MailStore } from './store.ts'

/** Where on the page's port SNS is played. */
export const SNS_PATH = '/sns'

const PHONE = /^\+[1-9][0-9]{6,14}$/
const NAMESPACE = 'http://sns.amazonaws.com/doc/2010-03-31/'

const xml = (response: ServerResponse, status: number, content: string) => {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' })
  response.end(content)
}

const attributeOf = (asked: URLSearchParams, wanted: string) => {
  const entry = [...asked].find(
    ([name, value]) => /^MessageAttributes\.entry\.\d+\.Name$/.test(name) && value === wanted,
  )
  return entry && asked.get(entry[0].replace(/Name$/, 'Value.StringValue'))
}

/** Publishing to a telephone number, as SNS takes it; the message is kept among the mails. */
export const answerSns = async (request: IncomingMessage, store: MailStore, response: ServerResponse) => {
  const asked = new URLSearchParams(await text(request))
  const [to, message] = [asked.get('PhoneNumber') ?? '', asked.get('Message') ?? '']
  if (asked.get('Action') !== 'Publish' || !PHONE.test(to) || !message) {
    const error = '<Error><Type>Sender</Type><Code>InvalidParameter</Code><Message>Invalid parameter</Message></Error>'
    return xml(response, 400, `<ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>`)
  }
  const receivedAt = new Date().toISOString()
  const from = attributeOf(asked, 'AWS.SNS.SMS.SenderID') ?? 'SMS'
  const subject = 'Text message'
  await store.add({ receivedAt, from, to: [to], subject, text: message, html: '', attachments: [] })
  const result = `<PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult>`
  xml(response, 200, `<PublishResponse xmlns="${NAMESPACE}">${result}</PublishResponse>`)
}
