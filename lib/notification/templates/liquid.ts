import { type Context, type FilterImplOptions, Liquid, LiquidError, type Template, Token } from 'liquidjs'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { escapeAttribute } from '../../platform/html.ts'
import { formatDate, formatDateTime, formatMoney, isDateLength, type Style } from '../../platform/locale/formats.ts'
import { TemplateFlawed } from './template-flawed.ts'

export type Form = 'text' | 'html'

const MAX_SOURCE_LENGTH = 65_536
/** Characters of a rendered result. */
const MAX_RESULT_LENGTH = 262_144
/** Characters and list entries that one rendering may allocate. */
const MAX_MEMORY = 4_000_000
const MAX_RENDER_MS = 500
const MAX_PARSED = 200

const TAGS = new Set(
  'assign break capture case comment continue cycle decrement echo for if increment liquid raw tablerow unless #'.split(
    ' ',
  ),
)
const FILTERS = new Set(
  `abs append at_least at_most capitalize ceil compact concat default divided_by downcase escape escape_once first floor
  join json last lstrip map minus modulo newline_to_br plus prepend remove remove_first replace replace_first reverse
  round rstrip size slice sort split strip strip_html strip_newlines sum times truncate truncatewords uniq upcase
  url_encode where`.split(/\s+/),
)

const STYLE = Symbol('style')

const getStyle = ({ globals }: { globals: object }) => (globals as { [STYLE]: Style })[STYLE]

const parseLength = (given: unknown) => {
  if (given === undefined) return 'long'
  if (!isDateLength(given)) throw new Error('a date length must be full, long, medium or short')
  return given
}

const isThere = (value: unknown): value is string => value !== null && value !== undefined && value !== ''

type FilterHandler = Extract<FilterImplOptions, (...given: never[]) => unknown>

/** Counts the length of a value as text; a list may contain the same long text many times. */
const countMemory = (context: Context, value: unknown): void => {
  if (Array.isArray(value)) for (const each of value) countMemory(context, each)
  context.memoryLimit.use(typeof value === 'string' ? value.length : 1)
}

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join('')
  return value === null || value === undefined ? '' : String(value)
}

const toHtml = (value: unknown): string => escapeAttribute(toText(value))

const countFilterMemory = ({ filters }: Liquid): void => {
  for (const [name, filter] of Object.entries(filters)) {
    const { handler, raw = false } = typeof filter === 'function' ? { handler: filter } : filter
    const weighing: FilterHandler = function (...given) {
      for (const each of given) countMemory(this.context, each)
      return handler.apply(this, given)
    }
    filters[name] = { handler: weighing, raw }
  }
}

const addFilters = (engine: Liquid, form: Form): void => {
  engine.registerFilter('money', function (amount: unknown, currency: unknown) {
    if (amount === null || amount === undefined) return ''
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
      throw new Error('money needs an amount in minor units')
    if (typeof currency !== 'string') throw new Error('money needs the currency: {{ amount | money: currency }}')
    return formatMoney(amount, currency, getStyle(this.context).locale)
  })
  for (const [name, write] of Object.entries({ date: formatDate, datetime: formatDateTime }))
    engine.registerFilter(name, function (value: unknown, length?: unknown) {
      return isThere(value) ? write(String(value), getStyle(this.context), parseLength(length)) : ''
    })
  if (form === 'html')
    engine.registerFilter('newline_to_br', {
      raw: true,
      handler(value) {
        return toHtml(value).replaceAll('\n', '<br>\n')
      },
    })
}

/** Limits the length of the output; the library limits what filters allocate. */
const boundOutput = ({ renderer }: Liquid): void => {
  const render = renderer.renderTemplates.bind(renderer)
  renderer.renderTemplates = (templates, context, given) => {
    const emitter = given ?? {
      buffer: '',
      write(value: unknown) {
        this.buffer += toText(value)
        if (this.buffer.length > MAX_RESULT_LENGTH)
          throw new Error(`the result has more than ${MAX_RESULT_LENGTH} characters`)
      },
    }
    return render(templates, context, emitter)
  }
}

/** Lists the offsets at which the lines of a text begin. */
const listLineStarts = (text: string): number[] => {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** Returns the index of the last number, in ascending order, that is not greater than the value. */
const findLastUpTo = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Makes the library look up positions in a list of lines, instead of counting lines from the start for each variable. */
const cacheLinePositions = (): void => {
  let lines: { input: string; starts: number[] } | undefined
  Token.prototype.getPosition = function () {
    if (lines?.input !== this.input) lines = { input: this.input, starts: listLineStarts(this.input) }
    const line = findLastUpTo(lines.starts, this.begin)
    return [line + 1, this.begin - (lines.starts[line] ?? 0) + 1]
  }
}

const createEngine = (form: Form): Liquid => {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    cache: false,
    dynamicPartials: false,
    parseLimit: MAX_SOURCE_LENGTH,
    renderLimit: MAX_RENDER_MS,
    memoryLimit: MAX_MEMORY,
    templates: {},
    ...(form === 'html' && { outputEscape: toHtml }),
  })
  for (const tag of Object.keys(engine.tags)) if (!TAGS.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) if (!FILTERS.has(filter)) delete engine.filters[filter]
  addFilters(engine, form)
  countFilterMemory(engine)
  boundOutput(engine)
  return engine
}

cacheLinePositions()
const ENGINES: Record<Form, Liquid> = { text: createEngine('text'), html: createEngine('html') }

const POSITION = /, line:\d+, col:\d+$/

/** Converts an error to the flaw behind it; any error that a template causes counts as its flaw. */
export const toTemplateFlawed = (error: unknown): TemplateFlawed => {
  if (error instanceof TemplateFlawed) return error
  if (!LiquidError.is(error)) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    const text = name === 'AssertionError' ? message : 'cannot be parsed'
    return new TemplateFlawed([{ line: 1, column: 1, message: text }])
  }
  const { message, originalError, token } = error as LiquidError & { originalError?: Error }
  const [line = 1, column = 1] = token?.getPosition?.() ?? []
  const text = originalError?.message ?? message.replace(POSITION, '')
  return new TemplateFlawed([{ line, column, message: /call stack/.test(text) ? 'is nested too deeply' : text }])
}

const parsed = createBoundedCache<Template[]>(MAX_PARSED)

export const parse = (source: string, form: Form): Template[] => {
  const key = `${form} ${source}`
  const known = parsed.get(key)
  if (known) return known
  try {
    const templates = ENGINES[form].parse(source)
    parsed.set(key, templates)
    return templates
  } catch (error) {
    throw toTemplateFlawed(error)
  }
}

interface Rendering {
  form: Form
  values: Readonly<Record<string, unknown>>
  style: Style
  /** True if an unknown variable is a flaw instead of empty. */
  strict?: boolean
}

const TOO_SLOW = /render limit exceeded/
const MAX_ATTEMPTS = 3

/** True if the rendering ran out of time without having used it, because the machine did something else meanwhile. */
const wasStalled = (error: unknown, { user, system }: NodeJS.CpuUsage): boolean =>
  TOO_SLOW.test((error as Error).message) && (user + system) / 1000 < MAX_RENDER_MS / 2

/** Renders within limits of time, memory and size; throws `TemplateFlawed`. */
export const render = (source: string, { form, values, style, strict = false }: Rendering): string => {
  const templates = parse(source, form)
  for (let attempt = 1; ; attempt++) {
    const begun = process.threadCpuUsage()
    try {
      const scope = Object.assign(Object.create(null), values)
      return ENGINES[form].renderSync(templates, scope, { strictVariables: strict, globals: { [STYLE]: style } })
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !wasStalled(error, process.threadCpuUsage(begun))) throw toTemplateFlawed(error)
    }
  }
}

/** Lists the variables that the template reads but does not assign, with their paths and positions. */
export const listVariables = (source: string, form: Form) =>
  Object.values(ENGINES[form].analyzeSync(parse(source, form), { partials: false }).globals).flat()
