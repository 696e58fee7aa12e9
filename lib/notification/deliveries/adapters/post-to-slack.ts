import type { App } from '../../../platform/app/app.ts'
import { requireAccepted } from './require-accepted.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TEXT_LENGTH = 3000

/** Slack's own escaping, which is not that of HTML: these three signs are markup anywhere in a text. */
const escapeSlackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes a text and shortens it, without splitting a character or an escape. */
const shortenText = (text: string, most: number) => {
  const escapedText = escapeSlackText(text)
  if (escapedText.length <= most) return escapedText
  let cut = ''
  for (const character of text) {
    const next = cut + escapeSlackText(character)
    if (next.length >= most) break
    cut = next
  }
  return `${cut}…`
}

/** Posts to an incoming webhook of Slack. The URL is a secret, so no error and no log line holds it. */
export const postToSlack = async (
  { outbound }: Pick<App, 'outbound'>,
  url: string,
  { title, message }: { title: string; message: string },
): Promise<void> => {
  const text = shortenText(`${title}: ${message}`, MAX_TEXT_LENGTH)
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: `*${shortenText(title.replaceAll('*', '∗'), 200)}*` } },
    { type: 'section', text: { type: 'mrkdwn', text: shortenText(message, MAX_TEXT_LENGTH) } },
  ]
  const response = await outbound.send({
    method: 'POST',
    url,
    body: JSON.stringify({ text, blocks, unfurl_links: false, unfurl_media: false }),
    headers: { 'content-type': 'application/json' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  })
  requireAccepted(response, [403, 404, 410])
}
