import type { App } from '../../../platform/app.ts'
import { taken } from './answer.ts'

const TIMEOUT_MS = 10_000
const MOST_ANSWER_BYTES = 64 * 1024
const MOST_TEXT = 3000

/** Slack reads these three as markup wherever they stand. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cut at whole characters, before an escape is torn apart. */
const shortened = (text: string, most: number) => {
  const escapedText = escaped(text)
  if (escapedText.length <= most) return escapedText
  let cut = ''
  for (const character of text) {
    const next = cut + escaped(character)
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
  const text = shortened(`${title}: ${message}`, MOST_TEXT)
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: `*${shortened(title.replaceAll('*', '∗'), 200)}*` } },
    { type: 'section', text: { type: 'mrkdwn', text: shortened(message, MOST_TEXT) } },
  ]
  const response = await outbound.send({
    method: 'POST',
    url,
    body: JSON.stringify({ text, blocks, unfurl_links: false, unfurl_media: false }),
    headers: { 'content-type': 'application/json' },
    timeoutMs: TIMEOUT_MS,
    mostBytes: MOST_ANSWER_BYTES,
  })
  taken(response, [403, 404, 410])
}
