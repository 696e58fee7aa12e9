import { expect, test } from 'vitest'
import { prefersJson } from '../../lib/platform/http/request/prefers-json.ts'

test.each([
  ['text/html, application/json;q=0.9', 'text/html; charset=utf-8', false],
  ['text/html;q=0.8, application/json;q=0.9', 'text/html; charset=utf-8', true],
  ['text/*, application/json;q=0.9', 'text/html; charset=utf-8', false],
  ['*/*;q=1, text/html;q=0.1', 'text/html; charset=utf-8', true],
  ['', 'text/html', false],
  ['application/json;q=x', 'text/html', false],
])('an Accept header of "%s" prefers JSON to %s: %s', (accept, otherwise, expected) => {
  expect(prefersJson(accept, otherwise)).toBe(expected)
})
