import { type Context, type FilterImplOptions, Liquid, LiquidError, type Template, Token } from 'liquidjs'
import { createBoundedCache } from '../../platform/bounded-cache.ts'
import { escapeAttribute } from '../../platform/html.ts'
import { formatDate, formatDateTime, formatMoney, isLength, type Style } from '../../platform/locale/formats.ts'

export type Form = 'text' | 'html'

/** What is wrong with a template, and where: lines and columns begin at 1. */
export interface Flaw {
  line: number
  column: number
  message: string
}

export class TemplateFlawed extends Error {
  readonly flaws: readonly Flaw[]

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(({ message }) => message).join('; '))
    this.name = 'TemplateFlawed'
    this.flaws = flaws
  }
}

const MAX_SOURCE_LENGTH = 65_536
/** Of a result, in characters. */
const MAX_RESULT_LENGTH = 262_144
/** Characters and list entries that a rendering may make on its way. */
const MAX_MADE_LENGTH = 4_000_000
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
  if (!isLength(given)) throw new Error('dates are full, long, medium or short')
  return given
}

const isThere = (value: unknown): value is string => value !== null && value !== undefined && value !== ''

type FilterHandler = Extract<FilterImplOptions, (...given: never[]) => unknown>

/** Counts what a value would be as text; a list may hold one long text any number of times. */
const weigh = (context: Context, value: unknown): void => {
  if (Array.isArray(value)) for (const each of value) weigh(context, each)
  context.memoryLimit.use(typeof value === 'string' ? value.length : 1)
}

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join('')
  return value === null || value === undefined ? '' : String(value)
}

const toHtml = (value: unknown): string => escapeAttribute(toText(value))

const weighFilters = ({ filters }: Liquid): void => {
  for (const [name, filter] of Object.entries(filters)) {
    const { handler, raw = false } = typeof filter === 'function' ? { handler: filter } : filter
    const weighing: FilterHandler = function (...given) {
      for (const each of given) weigh(this.context, each)
      return handler.apply(this, given)
    }
    filters[name] = { handler: weighing, raw }
  }
}

const addFilters = (engine: Liquid, form: Form): void => {
  engine.registerFilter('money', function (amount: unknown, currency: unknown) {
    if (amount === null || amount === undefined) return ''
    if (!Number.isSafeInteger(amount)) throw new Error('money takes an amount in minor units')
    if (typeof currency !== 'string') throw new Error('money takes the currency: {{ amount | money: currency }}')
    return formatMoney(amount as number, currency, getStyle(this.context).locale)
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

/** Ends output where it is too long; what filters make, the library itself counts. */
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
    return render(templates, context, emitter as never)
  }
}

/** Lists the offsets at which the lines of a text begin. */
const lineStarts = (text: string): number[] => {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** The last one that is not above the value, in numbers that rise. */
const lastUpTo = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] as number) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** The library counts lines from the beginning of the template for each variable; here they are counted once. */
const placeByLines = (): void => {
  let lines: { input: string; starts: number[] } | undefined
  Token.prototype.getPosition = function () {
    if (lines?.input !== this.input) lines = { input: this.input, starts: lineStarts(this.input) }
    const line = lastUpTo(lines.starts, this.begin)
    return [line + 1, this.begin - (lines.starts[line] as number) + 1]
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
    memoryLimit: MAX_MADE_LENGTH,
    templates: {},
    ...(form === 'html' && { outputEscape: toHtml }),
  })
  for (const tag of Object.keys(engine.tags)) if (!TAGS.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) if (!FILTERS.has(filter)) delete engine.filters[filter]
  addFilters(engine, form)
  weighFilters(engine)
  boundOutput(engine)
  return engine
}

placeByLines()
const ENGINES: Record<Form, Liquid> = { text: createEngine('text'), html: createEngine('html') }

const PLACE = /, line:\d+, col:\d+$/

/** The flaw behind an error of the library; whatever else a template brings about is a flaw of it as well. */
export const toFlaw = (error: unknown): TemplateFlawed => {
  if (error instanceof TemplateFlawed) return error
  if (!LiquidError.is(error)) {
    const { name, message } = error as Error
    const said = name === 'AssertionError' ? message : 'cannot be read'
    return new TemplateFlawed([{ line: 1, column: 1, message: said }])
  }
  const { message, originalError, token } = error as LiquidError & { originalError?: Error }
  const [line = 1, column = 1] = token?.getPosition?.() ?? []
  const said = originalError?.message ?? message.replace(PLACE, '')
  return new TemplateFlawed([{ line, column, message: /call stack/.test(said) ? 'is nested too deep' : said }])
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
    throw toFlaw(error)
  }
}

interface Rendering {
  form: Form
  values: Readonly<Record<string, unknown>>
  style: Style
  /** Whether a variable that is not there is a flaw, and not empty. */
  strict?: boolean
}

/** Renders within bounds of time, memory and size; throws `TemplateFlawed`. */
export const render = (source: string, { form, values, style, strict = false }: Rendering): string => {
  const templates = parse(source, form)
  try {
    const scope = Object.assign(Object.create(null), values)
    return ENGINES[form].renderSync(templates, scope, { strictVariables: strict, globals: { [STYLE]: style } })
  } catch (error) {
    throw toFlaw(error)
  }
}

/** Every variable that the template asks for from outside, with its path and place. */
export const listVariables = (source: string, form: Form) =>
  Object.values(ENGINES[form].analyzeSync(parse(source, form), { partials: false }).globals).flat()
