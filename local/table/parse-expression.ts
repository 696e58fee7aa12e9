import { isDeepStrictEqual } from 'node:util'
import { type Assignment, COMPARATORS, type Operand, type Path, type Test } from './expression.ts'
import { Refusal } from './refusal.ts'

const TOKEN = /\s*(?:([#:]?\w+)|(<>|<=|>=|[=<>+\-,().]))/y

const readTokens = (text: string): string[] => {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  let end = 0
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    tokens.push(found[1] ?? found[2] ?? '')
    end = TOKEN.lastIndex
  }
  if (text.slice(end).trim()) throw new Refusal(`Invalid expression: ${text}`)
  return tokens
}

/** Names that may stand in an expression as they are; others could be reserved. */
const PLAIN_NAMES = ['pk', 'sk']
const SECTIONS = ['SET', 'REMOVE', 'ADD'] as const

class Parser {
  readonly #text: string
  readonly #tokens: string[]
  readonly #names: Readonly<Record<string, string>>
  /** Names of the values that the expression uses. */
  readonly values = new Set<string>()
  #place = 0
  /** Brackets around brackets are refused, so the place of the last test in brackets is kept. */
  #group: { start: number; end: number } | undefined

  constructor(text: string, names: Readonly<Record<string, string>>) {
    this.#text = text
    this.#tokens = readTokens(text)
    this.#names = names
  }

  get isAtEnd(): boolean {
    return this.#place >= this.#tokens.length
  }

  #peek(): string {
    return this.#tokens[this.#place] ?? ''
  }

  #take(): string {
    return this.#tokens[this.#place++] ?? ''
  }

  #takeIf(token: string): boolean {
    const isNext = this.#peek().toUpperCase() === token
    if (isNext) this.#place++
    return isNext
  }

  #expect(token: string): void {
    if (!this.#takeIf(token)) throw this.#refuse()
  }

  #refuse(): Refusal {
    return new Refusal(`Invalid expression: ${this.#text} (at ${this.#peek() || 'its end'})`)
  }

  #list<T>(read: () => T): T[] {
    const all = [read()]
    while (this.#takeIf(',')) all.push(read())
    return all
  }

  #name(): string {
    const token = this.#take()
    if (token.startsWith('#')) return this.#names[token] ?? token.slice(1)
    if (!PLAIN_NAMES.includes(token)) throw this.#refuse()
    return token
  }

  #path(): Path {
    const path = [this.#name()]
    while (this.#takeIf('.')) path.push(this.#name())
    return path
  }

  #operand(): Operand {
    const token = this.#peek()
    if (token.startsWith(':')) {
      this.values.add(token)
      return { kind: 'value', name: this.#take() }
    }
    if (this.#tokens[this.#place + 1] !== '(') return { kind: 'path', path: this.#path() }
    const name = this.#take()
    this.#expect('(')
    const found = this.#call(name)
    this.#expect(')')
    return found
  }

  #call(name: string): Operand {
    if (name === 'size') return { kind: name, path: this.#path() }
    if (name === 'if_not_exists') {
      const path = this.#path()
      this.#expect(',')
      return { kind: name, path, otherwise: this.#operand() }
    }
    if (name !== 'list_append') throw this.#refuse()
    const first = this.#operand()
    this.#expect(',')
    return { kind: name, first, second: this.#operand() }
  }

  test(): Test {
    const all = [this.#conjunction()]
    while (this.#takeIf('OR')) all.push(this.#conjunction())
    return all.length === 1 ? (all[0] as Test) : { kind: 'or', all }
  }

  #conjunction(): Test {
    const all = [this.#negation()]
    while (this.#takeIf('AND')) all.push(this.#negation())
    return all.length === 1 ? (all[0] as Test) : { kind: 'and', all }
  }

  #negation(): Test {
    if (this.#takeIf('NOT')) return { kind: 'not', test: this.#negation() }
    if (!this.#takeIf('(')) return this.#check()
    const start = this.#place
    const test = this.test()
    if (this.#group?.start === start + 1 && this.#group.end === this.#place) throw this.#refuse()
    this.#expect(')')
    this.#group = { start, end: this.#place }
    return test
  }

  #check(): Test {
    const name = this.#peek()
    if (/^attribute_(not_)?exists$/.test(name)) {
      this.#take()
      this.#expect('(')
      const path = this.#path()
      this.#expect(')')
      return { kind: 'exists', path, isNot: name.includes('not') }
    }
    if (name === 'begins_with' || name === 'contains') {
      this.#take()
      this.#expect('(')
      const first = this.#operand()
      this.#expect(',')
      const second = this.#operand()
      this.#expect(')')
      return { kind: name, first, second }
    }
    return this.#comparison()
  }

  #comparison(): Test {
    const first = this.#operand()
    if (this.#takeIf('BETWEEN')) {
      const from = this.#operand()
      this.#expect('AND')
      return { kind: 'between', value: first, from, to: this.#operand() }
    }
    if (this.#takeIf('IN')) {
      this.#expect('(')
      const among = this.#list(() => this.#operand())
      this.#expect(')')
      return { kind: 'in', value: first, among }
    }
    const by = COMPARATORS.find((each) => each === this.#peek())
    if (!by) throw this.#refuse()
    this.#take()
    const second = this.#operand()
    if (isDeepStrictEqual(first, second)) throw this.#refuse()
    return { kind: 'compare', by, first, second }
  }

  update(): Assignment[] {
    const all: Assignment[] = []
    const seen = new Set<string>()
    while (!this.isAtEnd) {
      const section = SECTIONS.find((each) => this.#takeIf(each))
      if (!section || seen.has(section)) throw this.#refuse()
      seen.add(section)
      all.push(...this.#list(() => this.#assignment(section)))
    }
    if (!all.length) throw this.#refuse()
    return all
  }

  #assignment(section: Assignment['kind']): Assignment {
    const path = this.#path()
    if (section === 'REMOVE') return { kind: section, path }
    if (section === 'ADD') return { kind: section, path, value: this.#operand() }
    this.#expect('=')
    const first = this.#operand()
    const sign = this.#takeIf('+') ? 1 : this.#takeIf('-') ? -1 : undefined
    return { kind: section, path, value: sign ? { kind: 'sum', first, sign, second: this.#operand() } : first }
  }

  end(): void {
    if (!this.isAtEnd) throw this.#refuse()
  }
}

/** The meaning of an expression and the names of the values that it uses are kept together. */
export interface Parsed<T> {
  said: T
  values: ReadonlySet<string>
}

const MAX_KEPT = 1000

const keeping = <T>(parse: (parser: Parser) => T) => {
  const kept = new Map<string, Parsed<T>>()
  return (text: string, names: Readonly<Record<string, string>> = {}): Parsed<T> => {
    const place = `${text}\n${JSON.stringify(names)}`
    const found = kept.get(place)
    if (found) return found
    const parser = new Parser(text, names)
    const said = parse(parser)
    parser.end()
    if (kept.size === MAX_KEPT) kept.clear()
    const parsed = { said, values: parser.values }
    kept.set(place, parsed)
    return parsed
  }
}

export const parseCondition = keeping((parser) => parser.test())

const overlap = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).join('\n') === other.slice(0, one.length).join('\n')

export const parseUpdate = keeping((parser) => {
  const all = parser.update()
  for (const [place, { path }] of all.entries()) {
    if (all.slice(0, place).some((earlier) => overlap(earlier.path, path)))
      throw new Refusal('Two document paths overlap with each other.')
  }
  return all
})
