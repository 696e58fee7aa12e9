import type { App } from '../../../platform/app/app.ts'
import { requireTaken } from './answer.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TEXT_LENGTH = 3000

/** Slack reads these three as markup wherever they stand. */
const escapeMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cut at whole characters, before an escape is torn apart. */
const shortenText = (text: string, most: number) => {
  const escapedText = escapeMarkup(text)
  if (escapedText.length <= most) return escapedText
  let cut = ''
  for (const character of text) {
    const next = cut + escapeMarkup(character)
    if (next.length >= most) break
    cut = next
  }
  return `${cut}…`
}

/** Posts to an incoming webhook of Slack. Its address is a secret, so it stands in no error and no log line. */
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
    mostBytes: MAX_ANSWER_BYTES,
  })
  requireTaken(response, [403, 404, 410])
}
