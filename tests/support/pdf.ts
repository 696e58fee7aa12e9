import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy } from 'unpdf'

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
