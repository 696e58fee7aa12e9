import { makeOnce } from '../make-once.ts'

export interface Sms {
  /** Number in E.164. */
  to: string
  text: string
  /** Name shown as the sender instead of a number, in countries that allow it. */
  senderId?: string | null
}

export interface SmsSender {
  send(sms: Sms): Promise<void>
}

const TIMEOUT_MS = 10_000
/** US dollars for all parts of one message; more expensive ones are not sent. */
const MAX_PRICE = '0.50'

const buildAttribute = (StringValue: string) => ({ DataType: 'String', StringValue })

/** Uses SNS, loaded with the first message. It does not retry, since SNS cannot detect duplicates; the delivery decides. */
export const createSnsSender = (): SmsSender => {
  const loaded = makeOnce(async () => {
    const { SNSClient, PublishCommand } = await import('@aws-sdk/client-sns')
    return { client: new SNSClient({ maxAttempts: 1 }), PublishCommand }
  })
  return {
    async send({ to, text, senderId }) {
      const { client, PublishCommand } = await loaded()
      const MessageAttributes = {
        'AWS.SNS.SMS.SMSType': buildAttribute('Transactional'),
        'AWS.SNS.SMS.MaxPrice': buildAttribute(MAX_PRICE),
        ...(senderId && { 'AWS.SNS.SMS.SenderID': buildAttribute(senderId) }),
      }
      const command = new PublishCommand({ PhoneNumber: to, Message: text, MessageAttributes })
      await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) })
    },
  }
}
