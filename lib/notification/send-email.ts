import type { App } from '../app.ts'
import type { Event, Occurred } from '../events/outbox.ts'
import type { Id } from '../id.ts'
import { mailedTokenOf } from '../identity/email-token.ts'
import type { Delivery } from './delivery-store.ts'
import { letterPage } from './letter-page.ts'
import { LETTERS, type Letter } from './letters.ts'
import type { MailedTopic } from './wording.ts'

const isMailed = (event: Occurred): event is Extract<Occurred, Event<MailedTopic>> =>
  Object.hasOwn(LETTERS, event.topic)

/** Opens the token that the event carries sealed; only the mail has it in clear. */
const write = async (
  { config, vault }: Pick<App, 'config' | 'vault'>,
  { topic, data }: Extract<Occurred, Event<MailedTopic>>,
  recipient: Id,
): Promise<Letter> => {
  const { sealedToken } = data
  const token = sealedToken && (await vault.open(sealedToken, mailedTokenOf(recipient)))
  return LETTERS[topic](data as never, { appUrl: config.appUrl, token })
}

export const sendEmail = async (app: App, event: Occurred, { sk, recipient }: Delivery): Promise<void> => {
  if (!isMailed(event)) throw new Error(`no mail is made of ${event.topic}`)
  const letter = await write(app, event, recipient)
  const messageId = `<${sk}@${new URL(app.config.publicUrl).hostname}>`
  await app.mail.send({ to: event.data.email, messageId, ...letterPage(letter) })
}
