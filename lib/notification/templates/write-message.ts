import type { Channel } from '../../../schemas/notification/topic.ts'
import type { Style } from '../../platform/locale/formats.ts'
import type { Texts } from './find-built-in-texts.ts'
import { renderMailPage, toParagraphs } from './mail-page.ts'
import { TemplateFlawed } from './template-flawed.ts'

/** What is brought to somebody, whichever way. */
export interface Message {
  /** On one line: the subject of a mail, the title everywhere else. */
  subject: string
  body: string
  /** The whole page, for mails only. */
  html: string | null
}

interface Rendering {
  values: Readonly<Record<string, unknown>>
  style: Style
  /** Under every mail. */
  footer?: string | null
}

/** Headers end at a line break, so nothing that gets into one may hold any. */
const toOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const withFooter = (html: string, footer: string | null | undefined) =>
  footer ? `${html}\n<div class="small notes">\n${toParagraphs(footer)}\n</div>` : html

/** Fills the texts in; throws `TemplateFlawed` where they cannot be filled in or come to nothing. */
export const writeMessage = async (
  texts: Texts,
  channel: Channel,
  { values, style, footer }: Rendering,
): Promise<Message> => {
  const { render } = await import('./liquid.ts')
  const { subjectTemplate, bodyTemplate, htmlBodyTemplate } = texts
  const subject = toOneLine(render(subjectTemplate, { form: 'text', values, style }))
  const body = render(bodyTemplate, { form: 'text', values, style }).trim()
  if (!subject || !body) throw new TemplateFlawed([{ line: 1, column: 1, message: 'comes to nothing' }])
  if (channel !== 'email') return { subject, body, html: null }
  const content =
    htmlBodyTemplate === null ? toParagraphs(body) : render(htmlBodyTemplate, { form: 'html', values, style })
  const html = renderMailPage({ subject, html: withFooter(content, footer), locale: style.locale })
  return { subject, body: [body, ...(footer ? [`-- \n${footer}`] : [])].join('\n\n').concat('\n'), html }
}
