import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDERS = 'functions|lib|schemas|local|operator|deploy|tests|bench|docs'
const FILE = new RegExp(`(?<![\\w./-])(?:${FOLDERS})/[\\w./*-]*\\w`, 'g')
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([\w-]+))?\)/g

const pages = ['README.md', 'AGENTS.md', ...globSync('docs/**/*.md'), 'bench/README.md', 'client/README.md'].sort()

/** The anchors that Markdown gives the headings of a page. */
const listAnchors = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

const exists = (path: string) => (path.includes('*') ? globSync(path).length > 0 : existsSync(path))

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8')

  it('names only files that exist', () => {
    const named = [...text.matchAll(FILE)].map(([path]) => path)
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  it('links only to files and headings that exist', () => {
    const broken = [...text.matchAll(LINK)].filter(([, path = '', anchor]) => {
      const target = path ? join(dirname(page), path) : page
      return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

const OPENING = /^# \d+\. .+\n\nAccepted, \d{4}-\d{2}-\d{2}\.\n\n\*\*Problem\.\*\* \S/

it.each(globSync('docs/decisions/*.md').sort())('%s opens with its state, its date and its problem', (page) => {
  expect(readFileSync(page, 'utf8')).toMatch(OPENING)
})

it('has a drawing of the whole that is read at once', () => {
  expect(readFileSync('docs/architecture.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151)
})

it('speaks of no earlier version, since nothing was released', () => {
  const files = [...pages, ...globSync('{functions,lib,operator,schemas}/**/*.ts')]
  expect(files.filter((file) => /earlier version/i.test(readFileSync(file, 'utf8')))).toEqual([])
})
