import type { Mail } from '../../local/mail/store.ts'
import { waitFor } from '../../local/wait.ts'

/** Reads the mails to an address, newest first. */
export const mailsTo = async (address: string, page = process.env.MAIL_PAGE_URL): Promise<Mail[]> => {
  const response = await fetch(`${page}/messages?to=${encodeURIComponent(address)}`)
  return (await response.json()) as Mail[]
}

/** Waits for a mail to an address and returns the newest one. */
export const nextMailTo = async (address: string, page = process.env.MAIL_PAGE_URL): Promise<Mail> =>
  await waitFor(`a mail to ${address}`, async () => (await mailsTo(address, page))[0], { seconds: 60 })
