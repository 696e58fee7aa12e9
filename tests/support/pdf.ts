import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'

/** Invisible marks of direction and break opportunities. */
const INVISIBLE = /[\u200B-\u200F\u061C\u2060-\u2069]/g

const readStreams = (pdf: Buffer): string => {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)]
    .map(({ index, 0: { length } }) => {
      try {
        return inflateSync(pdf.subarray(index + length, text.indexOf('endstream', index))).toString('latin1')
      } catch {
        return ''
      }
    })
    .concat(text)
    .join('\n')
}

/** Reads the text of a PDF page by page, and its metadata. */
export const readPdf = async (pdf: Buffer) => {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(proxy, { mergePages: false })
  const info = (await proxy.getMetadata()).info as Record<string, unknown>
  const { Marked } = ((await proxy.getMarkInfo()) ?? {}) as { Marked?: boolean }
  const inside = readStreams(pdf)
  return {
    pages: text.map((page) => page.replace(INVISIBLE, '').replace(/\s+/g, ' ')),
    title: info.Title as string,
    language: info.Language as string,
    tagged: Marked === true,
    fonts: new Set([...inside.matchAll(/\/BaseFont\s*\/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name]) => name as string)),
    embedded: [...inside.matchAll(/\/FontFile[23]?\s+\d+ 0 R/g)].length,
    subset: [...inside.matchAll(/\/BaseFont\s*\/[A-Z]{6}\+/g)].length,
    unembedded: [...inside.matchAll(/\/Type\s*\/FontDescriptor(?:(?!endobj|\/FontFile)[\s\S])*?>>/g)].filter(
      ([each]) => !each.includes('/FontFile'),
    ).length,
  }
}

/** Counts the boxes of a PDF: characters that are drawn as glyph 0 of their font, because it has none for them. */
export const countBoxes = async (pdf: Buffer): Promise<number> => {
  const { OPS } = await getResolvedPDFJS()
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  let boxes = 0
  for (let number = 1; number <= proxy.numPages; number++) {
    const { fnArray, argsArray } = await (await proxy.getPage(number)).getOperatorList()
    for (const [i, operator] of fnArray.entries())
      if (operator === OPS.showText) for (const glyph of argsArray[i][0]) if (glyph.originalCharCode === 0) boxes++
  }
  return boxes
}
