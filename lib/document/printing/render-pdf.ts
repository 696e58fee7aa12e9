import { renderSVG } from 'uqr'
import type { Deadline } from '../../platform/deadline.ts'
import { chooseGlyphs } from '../typesetting/fonts.ts'
import { TEMPLATE } from '../typesetting/template.ts'
import { typeset } from '../typesetting/typeset.ts'
import { keepDrawable } from './keep-drawable.ts'
import type { Layout } from './layout.ts'
import { makeBreakable } from './make-breakable.ts'

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

const decodeLogo = (logo: string | null) => {
  const [, type = '', content = ''] = /^data:([^;]+);base64,(.*)$/.exec(logo ?? '') ?? []
  return content ? { name: `logo.${EXTENSIONS[type]}`, content: Buffer.from(content, 'base64') } : undefined
}

/** The largest symbol that is allowed for credit transfers, and the level of its error correction. */
const MAX_SYMBOL_VERSION = 13
const QUIET_MODULES = 4

const drawCode = (payment: Layout['payment']) =>
  payment?.code
    ? {
        name: 'code.svg',
        content: Buffer.from(
          renderSVG(payment.code.content, { ecc: 'M', maxVersion: MAX_SYMBOL_VERSION, border: QUIET_MODULES }),
        ),
      }
    : undefined

/** Renders a tagged PDF with embedded fonts before the deadline. The same layout gives the same bytes. */
export const renderPdf = async (layout: Layout, deadline?: Deadline): Promise<Buffer> => {
  const picture = decodeLogo(layout.issuer.logo)
  const code = drawCode(layout.payment)
  const written = { ...layout, issuer: { ...layout.issuer, logo: null } }
  const glyphs = await chooseGlyphs(JSON.stringify(written))
  const drawable = keepDrawable(written, glyphs)
  const { facts, rows, notes, footer, recipient } = drawable
  const printable = { ...drawable, ...makeBreakable({ facts, rows, notes, footer, recipient }) }
  const { families } = glyphs
  const data = {
    ...printable,
    fonts: families,
    documentTitle: `${layout.title} – ${layout.issuer.name}`,
    logo: picture ? `/${picture.name}` : null,
    code: code ? `/${code.name}` : null,
  }
  return await typeset(
    TEMPLATE,
    {
      'document.json': Buffer.from(JSON.stringify(data)),
      ...Object.fromEntries([picture, code].flatMap((each) => (each ? [[each.name, each.content]] : []))),
    },
    families,
    deadline,
  )
}
