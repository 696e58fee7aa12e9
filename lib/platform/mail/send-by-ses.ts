import { domainToASCII } from 'node:url'
import { SESv2Client, SendEmailCommand, type Attachment as SesAttachment } from '@aws-sdk/client-sesv2'
import { TRANSFER_LIMITS } from '../outbound/call-limits.ts'
import type { Attachment, Send } from './mail.ts'

/** An encoded word has at most 75 characters, 12 of which are not content (RFC 2047); base64 makes four of three bytes. */
const MAX_WORD_BYTES = 45

/** SES takes headers in ASCII alone. */
const encodeName = (name: string): string => {
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}"`
  const words = ['']
  for (const letter of name) {
    const longer = `${words.at(-1)}${letter}`
    if (Buffer.byteLength(longer) > MAX_WORD_BYTES) words.push(letter)
    else words[words.length - 1] = longer
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}

const encodeAddress = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at))
}

const listAddresses = (given: string | readonly string[] = []): string[] => [given].flat().map(encodeAddress)

const describeAttachment = ({ filename, content, contentType, cid }: Attachment): SesAttachment => ({
  FileName: filename,
  RawContent: content,
  ContentType: contentType,
  ContentTransferEncoding: 'BASE64',
  ContentDisposition: cid ? 'INLINE' : 'ATTACHMENT',
  ...(cid && { ContentId: cid }),
})

/** Uses SES v2, which gives every mail an id of its own and does not report on single recipients. */
export const sendBySes = (): Send => {
  const client = new SESv2Client(TRANSFER_LIMITS)
  return async ({ name, address }, { to, cc, bcc, subject, text, html, replyTo, attachments = [], headers = {} }) => {
    const sender = encodeAddress(address)
    const toContent = (Data: string) => ({ Data, Charset: 'UTF-8' })
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: name ? `${encodeName(name)} <${sender}>` : sender,
        Destination: {
          ToAddresses: listAddresses(to),
          CcAddresses: listAddresses(cc),
          BccAddresses: listAddresses(bcc),
        },
        ReplyToAddresses: replyTo ? listAddresses(replyTo) : [],
        Content: {
          Simple: {
            Subject: toContent(subject),
            Body: { Text: toContent(text), Html: toContent(html) },
            Attachments: attachments.map(describeAttachment),
            Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          },
        },
      }),
    )
    return undefined
  }
}
