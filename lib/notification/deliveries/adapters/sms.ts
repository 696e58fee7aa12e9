import type { App } from '../../../platform/app/app.ts'
import type { Sms } from '../../../platform/sms/sms.ts'
import { Undeliverable } from '../../undeliverable.ts'

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** Each part is paid for. */
const MAX_PARTS = 3
/** What a part of a long message holds: in the usual alphabet of text messages, or in UTF-16 where one sign is not in it. */
const PART = { usual: 153, wide: 67 }
const ELLIPSIS = '...'

const countSeptets = (sign: string, isUsual: boolean) => (isUsual ? (EXTENDED.has(sign) ? 2 : 1) : sign.length)

/** Cut at a whole sign where it is longer than a text message may be. */
export const fitText = (text: string): string => {
  const signs = [...text]
  const isUsual = signs.every((sign) => BASIC.has(sign) || EXTENDED.has(sign))
  const most = MAX_PARTS * (isUsual ? PART.usual : PART.wide)
  let length = 0
  let end = 0
  for (const [place, sign] of signs.entries()) {
    length += countSeptets(sign, isUsual)
    if (length <= most - ELLIPSIS.length) end = place + 1
  }
  return length <= most ? text : `${signs.slice(0, end).join('')}${ELLIPSIS}`
}

/** What SNS says of a number that it cannot send to. */
const REFUSED = /^(InvalidParameter|OptedOut|EndpointDisabled)/

/** Sends a text message. The number is somebody's, so it stands in no error and no log line. */
export const sendText = async ({ sms }: Pick<App, 'sms'>, message: Sms): Promise<void> => {
  try {
    await sms.send({ ...message, text: fitText(message.text) })
  } catch (error) {
    throw REFUSED.test((error as Error).name) ? new Undeliverable('TARGET_GONE') : error
  }
}
