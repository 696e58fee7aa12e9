import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailer, type Mail } from '../../lib/platform/mail/mail.ts'
import { serve } from '../../local/serve.ts'

const asked: { path: string | undefined; body: Record<string, unknown> }[] = []
let stop = async () => {}
beforeAll(async () => {
  const ses = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({ path: request.url, body: JSON.parse(String(Buffer.concat(chunks))) })
    response.setHeader('content-type', 'application/json').end('{"MessageId":"1"}')
  })
  stop = ses.stop
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: ses.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
})
afterAll(() => stop())

const MAIL: Mail = { to: 'ada@example.com', subject: 'Grüße', text: 'Tee', html: '<p>Tee</p>', messageId: '<1@shop>' }

const sendOne = async (mail: Partial<Mail> = {}) => {
  const sent = await createMailer('ses:', 'Shop <shop@example.com>').send({ ...MAIL, ...mail })
  return { sent, ...(asked.at(-1) as (typeof asked)[number]) }
}

test('SES gets the mail as the request that its API documents', async () => {
  const { path, body, sent } = await sendOne()
  expect(path).toBe('/v2/email/outbound-emails')
  expect(body).toMatchObject({
    FromEmailAddress: '"Shop" <shop@example.com>',
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: {
      Simple: {
        Subject: { Data: 'Grüße', Charset: 'UTF-8' },
        Body: { Text: { Data: 'Tee', Charset: 'UTF-8' }, Html: { Data: '<p>Tee</p>', Charset: 'UTF-8' } },
      },
    },
  })
  expect(sent).toBeUndefined()
})

test('SES gets the headers that name what a mail tells of', async () => {
  const { body } = await sendOne({ headers: { 'X-Event-Id': '01K9ZB3V5Q8W2E4R6T7Y1M0N9P' } })
  const Headers = [{ Name: 'X-Event-Id', Value: '01K9ZB3V5Q8W2E4R6T7Y1M0N9P' }]
  expect(body).toMatchObject({ Content: { Simple: { Headers } } })
})

test('SES gets copies, the address for replies, files, and pictures of the text', async () => {
  const { body } = await sendOne({
    ...{ to: ['a@example.com', 'b@bücher.example'], cc: ['c@example.com'], bcc: ['d@example.com'] },
    replyTo: 'office@example.com',
    attachments: [
      { filename: 'invoice.pdf', content: Buffer.from('PDF'), contentType: 'application/pdf' },
      { filename: 'logo.png', content: Buffer.from('PNG'), contentType: 'image/png', cid: 'logo' },
    ],
  })
  expect(body).toMatchObject({
    Destination: {
      ToAddresses: ['a@example.com', 'b@xn--bcher-kva.example'],
      CcAddresses: ['c@example.com'],
      BccAddresses: ['d@example.com'],
    },
    ReplyToAddresses: ['office@example.com'],
    Content: {
      Simple: {
        Attachments: [
          {
            FileName: 'invoice.pdf',
            RawContent: 'UERG',
            ContentType: 'application/pdf',
            ContentDisposition: 'ATTACHMENT',
          },
          { FileName: 'logo.png', RawContent: 'UE5H', ContentDisposition: 'INLINE', ContentId: 'logo' },
        ],
      },
    },
  })
})

// RFC 2047 has the form of encoded words, of which none is longer than 75 characters.
test.each([
  ['Tea "and" \\ more', '"Tea \\"and\\" \\\\ more"'],
  ['Keld Jørn', '=?UTF-8?B?S2VsZCBKw7hybg==?='],
  ['Tee\r\nBcc: eve@example.com', '=?UTF-8?B?VGVlDQpCY2M6IGV2ZUBleGFtcGxlLmNvbQ==?='],
])('SES gets the name of a sender in ASCII: %j', async (senderName, written) => {
  expect((await sendOne({ senderName })).body.FromEmailAddress).toBe(`${written} <shop@example.com>`)
})

test('a long name is written in several words, none of which cuts a letter', async () => {
  const senderName = '株式会社お茶の水商店'.repeat(8)
  const words = String((await sendOne({ senderName })).body.FromEmailAddress)
    .split(' ')
    .slice(0, -1)
  expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(75)
  const decode = (word: string) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString()
  expect(words.map(decode).join('')).toBe(senderName)
})
