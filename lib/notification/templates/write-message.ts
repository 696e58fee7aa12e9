import type { Channel } from '../../../schemas/notification/topic.ts'
import type { Style } from '../../platform/locale/formats.ts'
import type { Texts } from './built-in/find-built-in-texts.ts'
import { renderMailPage, toParagraphs } from './mail-page.ts'
import { TemplateFlawed } from './template-flawed.ts'

/** A rendered message, for any channel. */
export interface Message {
  /** Subject of a mail, title in other channels; one line. */
  subject: string
  body: string
  /** The whole page of a mail; null in other channels. */
  html: string | null
}

interface Rendering {
  values: Readonly<Record<string, unknown>>
  style: Style
  /** Text at the end of every mail. */
  footer?: string | null
}

/** Removes line breaks and control characters, since a line break ends a mail header. */
const toOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const withFooter = (html: string, footer: string | null | undefined) =>
  footer ? `${html}\n<div class="small notes">\n${toParagraphs(footer)}\n</div>` : html

/** Renders the texts; throws `TemplateFlawed` if that fails or the result is empty. */
export const writeMessage = async (
  texts: Texts,
  channel: Channel,
  { values, style, footer }: Rendering,
): Promise<Message> => {
  const { render } = await import('./liquid.ts')
  const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = texts
  const subject = toOneLine(render(subjectTemplate, { form: 'text', values, style }))
  const body = render(bodyTemplate, { form: 'text', values, style }).trim()
  if (!subject || !body) throw new TemplateFlawed([{ line: 1, column: 1, message: 'renders as empty text' }])
  if (channel !== 'email') return { subject, body, html: null }
  const content =
    htmlBodyTemplate === null ? toParagraphs(body) : render(htmlBodyTemplate, { form: 'html', values, style })
  const html = renderMailPage({ subject, html: withFooter(content, footer), locale: style.locale })
  return { subject, body: [body, ...(footer ? [`-- \n${footer}`] : [])].join('\n\n').concat('\n'), html }
}
