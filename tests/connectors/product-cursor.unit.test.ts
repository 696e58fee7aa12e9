import { describe, expect, it } from 'vitest'
import {
  FIRST_PAGE,
  formatProductCursor,
  parseProductCursor,
  stepBack,
  stepForward,
} from '../../lib/connectors/sylius/product-cursor.ts'

describe('the cursor over products', () => {
  it('begins with the first page', () => {
    expect(parseProductCursor(null)).toEqual(FIRST_PAGE)
  })

  it('is read as it was written', () => {
    const cursor = { page: 3, pageSize: 30, read: 60, last: 'MUG_2', variant: 'MUG-3-red' }
    expect(parseProductCursor(formatProductCursor(cursor))).toEqual(cursor)
  })

  it.each([
    'next',
    '',
    'null',
    '{}',
    '{"page":0,"pageSize":30,"read":0,"last":"","variant":""}',
    '{"page":1.5,"pageSize":30,"read":0,"last":"","variant":""}',
    '{"page":2,"pageSize":30,"read":30,"last":"a/b","variant":""}',
    '{"page":2,"pageSize":30,"read":-1,"last":"","variant":""}',
  ])('refuses %j', (text) => {
    expect(() => parseProductCursor(text)).toThrow('The cursor is not one of this shop.')
  })

  it('keeps the size of the first page, which may be smaller than requested', () => {
    const second = stepForward(FIRST_PAGE, 20, 'T')
    expect(second).toEqual({ page: 2, pageSize: 20, read: 20, last: 'T', variant: '' })
    expect(stepForward(second, 7, 'Z')).toEqual({ page: 3, pageSize: 20, read: 27, last: 'Z', variant: '' })
  })

  it('steps back by one page, and to the first page from the second', () => {
    const fourth = { page: 4, pageSize: 20, read: 60, last: 'T', variant: 'T-1' }
    expect(stepBack(fourth)).toEqual({ page: 3, pageSize: 20, read: 40, last: '', variant: '' })
    expect(stepBack(stepForward(FIRST_PAGE, 20, 'T'))).toEqual({ ...FIRST_PAGE, pageSize: 20 })
  })
})
