import { escapeText } from '../platform/html.ts'
import type { Reply } from '../platform/http/endpoint.ts'
import { type Id, parseId } from '../platform/id.ts'
import { chooseLanguage } from '../platform/locale/choose-language.ts'
import { renderButtonLink } from './render-fields.ts'
import { replyPage } from './reply-page.ts'
import { en } from './words/en.ts'

const RESULTS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  connected: ['The shop is connected', 'The channel has access to the shop, and its synchronization goes on.'],
  refused: ['The shop gave no access', 'Somebody declined, or the shop refused. Nothing has changed. Begin again.'],
  unreachable: ['The shop did not answer', 'Nothing has changed. Begin again in a moment.'],
  changed: [
    'The channel has changed meanwhile',
    'It was connected to another shop while you were there. Nothing has changed. Begin again.',
  ],
  gone: ['The channel does not exist any more', 'It was deleted while you were at the shop, so nothing is connected.'],
}
const UNKNOWN = ['Connect a shop', 'The result is missing in the address of this page. Look at the channel.'] as const

/** Answers with the page to which the browser returns from the authorization of a shop. */
export const replyChannelResult = async (given: Readonly<Record<string, string>>): Promise<Reply> => {
  const { result = '', channelId = '' } = given
  const [title, text] = Object.hasOwn(RESULTS, result) ? (RESULTS[result] ?? UNKNOWN) : UNKNOWN
  const id: Id | undefined = parseId(channelId)
  return await replyPage({
    language: chooseLanguage({ en }, 'en'),
    title,
    main: `<section class="card narrow">
<h1${result === 'connected' ? ' class="good"' : ''}>${escapeText(title)}</h1>
<p>${escapeText(text)}</p>
${id && result !== 'gone' ? renderButtonLink(`/sales/channels/${id}`, 'Show the channel') : ''}
</section>`,
  })
}
