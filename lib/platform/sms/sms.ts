import { makeOnce } from '../make-once.ts'

export interface Sms {
  /** In E.164. */
  to: string
  text: string
  /** What stands in place of a number as its sender, in countries that let it. */
  senderId?: string | null
}

export interface SmsSender {
  send(sms: Sms): Promise<void>
}

const TIMEOUT_MS = 10_000
/** In US dollars, for all parts of one message: a number that is dearer gets none. */
const MAX_PRICE = '0.50'

const buildAttribute = (StringValue: string) => ({ DataType: 'String', StringValue })

/** SNS, loaded at the first text message. It tries once: a repetition is the delivery's to decide, as nothing tells two apart. */
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
