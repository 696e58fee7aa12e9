import { escapeText } from '../../html.ts'
import { INTRODUCTION } from '../openapi/introduction.ts'
import { REFERENCE_NAME } from '../reference/prepare-reference.ts'
import { slugHeading } from '../reference/slug-heading.ts'

const HEADING = '### '
const ITEM = /^\d+\. /

const renderLine = (text: string) =>
  escapeText(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')

const renderHeading = (title: string) =>
  `<h2 id="${REFERENCE_NAME}/description/${slugHeading(title)}">${escapeText(title)}</h2>`

const renderItems = (block: string) => {
  const items = block.split(/\n(?=\d+\. )/).map((each) => `<li>${renderLine(each.replace(ITEM, ''))}</li>`)
  return `<ol>\n${items.join('\n')}\n</ol>`
}

const renderBlock = (block: string) => {
  if (block.startsWith(HEADING)) return renderHeading(block.slice(HEADING.length))
  return ITEM.test(block) ? renderItems(block) : `<p>${renderLine(block)}</p>`
}

/** Renders the introduction, which uses headings, paragraphs, numbered lists, code and bold text, as HTML. */
export const renderIntroduction = (): string =>
  INTRODUCTION.split(/\n{2,}/)
    .map(renderBlock)
    .join('\n')
