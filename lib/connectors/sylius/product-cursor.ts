import { parseObject } from '../reading.ts'
import { buildCursorError } from '../refusal.ts'
import { isCode } from './product.ts'

/**
 * Position in the list of products in the order of their codes. The shop knows page numbers only, so a removed product
 * moves all later ones towards the start; `last` shows that this has happened.
 */
export interface ProductCursor {
  page: number
  /** Products of one page; 0 until the first page was read. The shop may return smaller pages than requested. */
  pageSize: number
  /** Products before the page. */
  read: number
  /** Code of the last product before the page; empty if it is unknown. */
  last: string
  /** Code of the last variant that was read from the page; empty if there is none. */
  variant: string
}

export const FIRST_PAGE: ProductCursor = { page: 1, pageSize: 0, read: 0, last: '', variant: '' }

const MAX_NUMBER = 999_999_999

const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_NUMBER
const isCodeOrEmpty = (value: unknown): value is string => typeof value === 'string' && (value === '' || isCode(value))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const parseProductCursor = (text: string | null): ProductCursor => {
  if (text === null) return FIRST_PAGE
  const { page, pageSize, read, last, variant } = parseObject(parseJson(text))
  if (
    !isNumber(page) ||
    page < 1 ||
    !isNumber(pageSize) ||
    !isNumber(read) ||
    !isCodeOrEmpty(last) ||
    !isCodeOrEmpty(variant)
  )
    throw buildCursorError()
  return { page, pageSize, read, last, variant }
}

export const formatProductCursor = (cursor: ProductCursor): string => JSON.stringify(cursor)

/** Returns the cursor of the previous page, whose products are read again. */
export const stepBack = ({ page, pageSize }: ProductCursor): ProductCursor =>
  page <= 2
    ? { ...FIRST_PAGE, pageSize }
    : { page: page - 1, pageSize, read: (page - 2) * pageSize, last: '', variant: '' }

/** Returns the cursor of the page after one of so many products, the last of which has this code. */
export const stepForward = (
  { page, pageSize, read }: ProductCursor,
  products: number,
  last: string,
): ProductCursor => ({
  page: page + 1,
  pageSize: pageSize || products,
  read: read + products,
  last,
  variant: '',
})
