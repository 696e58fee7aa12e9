import type { App } from '../../../platform/app/app.ts'
import type { Sms } from '../../../platform/sms/sms.ts'
import { Undeliverable } from '../../undeliverable.ts'

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that take two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** Each part is charged. */
const MAX_PARTS = 3
/** Length of a part of a long message: in septets of the GSM alphabet, or in UTF-16 units if a character is not in it. */
const PART = { usual: 153, wide: 67 }
const ELLIPSIS = '...'

const countSeptets = (sign: string, isUsual: boolean) => (isUsual ? (EXTENDED.has(sign) ? 2 : 1) : sign.length)

/** Shortens a text that is too long for a text message, without splitting a character. */
export const fitText = (text: string): string => {
  const signs = [...text]
  const isUsual = signs.every((sign) => BASIC.has(sign) || EXTENDED.has(sign))
  const most = MAX_PARTS * (isUsual ? PART.usual : PART.wide)
  let length = 0
  let end = 0
  for (const [index, sign] of signs.entries()) {
    length += countSeptets(sign, isUsual)
    if (length <= most - ELLIPSIS.length) end = index + 1
  }
  return length <= most ? text : `${signs.slice(0, end).join('')}${ELLIPSIS}`
}

/** Names of SNS errors for a number that cannot receive messages. */
const REFUSED = /^(InvalidParameter|OptedOut|EndpointDisabled)/

/** Sends a text message. The number is personal data, so no error and no log line holds it. */
export const sendText = async ({ sms }: Pick<App, 'sms'>, message: Sms): Promise<void> => {
  try {
    await sms.send({ ...message, text: fitText(message.text) })
  } catch (error) {
    throw REFUSED.test((error as Error).name) ? new Undeliverable('TARGET_GONE') : error
  }
}
