/** An event of the report that schemathesis writes. */
export interface Report {
  /** A scenario that was skipped has recorded nothing. */
  ScenarioFinished?: { recorder?: Partial<Recorder> | null }
}

interface Recorder {
  cases: Record<string, { value: { method: string; path: string; meta?: { generation?: { mode?: string } } } }>
  checks: Record<string, { name: string; status: string; failure_info?: { failure: { title: string } } }[]>
  interactions: Record<string, { response?: { status_code: number; content?: { $base64?: string } | null } | null }>
}

/** Rules that no schema can state, so that a request may follow its schema and be refused. */
const BEYOND_SCHEMAS: Readonly<Record<string, RegExp>> = {
  'refers to what exists':
    /\b(existing|selected tenant|registered|one of your|of the (invoice|return|payment|order))\b/,
  'proves something': /valid, unused and not expired|the secret of|check digits|^must be the id of an? .* that /,
  'goes together with other members':
    /\b(be given|be absent|is required for|exactly one|differ from|not repeat|have a state|one way only|at least one|have billIds)\b/,
  'follows another time': /\b(not be before|not be after|be after|in the future|days before|years ahead)\b/,
  'fits the kind of its resource':
    /\b(tracking|tracked|be empty|must be a string|for a logo|for an? import|unknown variable|can have|be one of|be false|in a tariff)\b/,
  'is a file, a network or a public address': /must be a (PDF|network)|https\b/,
  'counts or computes': /decimals|named once|a Monday|last day of|smaller amount|length of its country/,
  'has a form that patterns of every language cannot state':
    /on one line|well-formed|ISO 4217|a number, a date or a timestamp|stand for, a topic/,
}

const explainMessage = (message: string) =>
  Object.keys(BEYOND_SCHEMAS).find((rule) => BEYOND_SCHEMAS[rule]?.test(message))

const MAX_REJECTED_SHARE = 0.01
const REJECTION = 'positive_data_acceptance'

interface Violation {
  message: string
  propertyPath: string
}

const readViolations = (content: { $base64?: string } | null | undefined): readonly Violation[] | undefined => {
  try {
    const { violations } = JSON.parse(Buffer.from(content?.$base64 ?? '', 'base64').toString())
    return violations as Violation[]
  } catch {
    return undefined
  }
}

interface Refusal {
  /** Violations that no rule explains, or that the answer has none. */
  unexplained: string[]
  /** Rules that explain violations, with these. */
  explained: string[]
}

const explainRefusal = (operation: string, violations: readonly Violation[] | undefined): Refusal => {
  const refusal: Refusal = { unexplained: [], explained: [] }
  if (!violations?.length) refusal.unexplained.push(`${operation}: The answer lists no violations.`)
  for (const { message, propertyPath } of violations ?? []) {
    const rule = explainMessage(message)
    const line = `${operation}: ${propertyPath} ${message}`
    if (rule) refusal.explained.push(`${rule}: ${line}`)
    else refusal.unexplained.push(line)
  }
  return refusal
}

interface Found {
  findings: string[]
  refusals: Refusal[]
  validCases: number
}

const readScenario = ({ cases, checks, interactions }: Partial<Recorder>): Found => {
  const found: Found = { findings: [], refusals: [], validCases: 0 }
  for (const [id, { value }] of Object.entries(cases ?? {})) {
    if (value.meta?.generation?.mode === 'positive') found.validCases++
    const operation = `${value.method} ${value.path}`
    const { status_code: status = 0, content } = interactions?.[id]?.response ?? {}
    const failed = (checks?.[id] ?? []).filter((check) => check.status !== 'success')
    for (const { name, failure_info: info } of failed)
      if (name !== REJECTION) found.findings.push(`${operation}: ${info?.failure.title}, ${status}`)
    if (failed.some(({ name }) => name === REJECTION))
      found.refusals.push(explainRefusal(operation, readViolations(content)))
  }
  return found
}

export interface Judgement {
  findings: string[]
  /** Why valid requests were refused, as far as no rule explains it. */
  rejected: string[]
  /** Why valid requests were refused by a rule that no schema can state. */
  explained: string[]
  /** Numbers of requests: those that follow their schema, and of these the refused ones, without and with an explanation. */
  valid: number
  refused: number
  refusedByRules: number
}

/**
 * Lists what schemathesis found. A valid request may be refused by a rule that no schema can state; other refusals of
 * valid requests are findings if they are more than one in a hundred. Both are counted and named.
 */
export const judgeReport = (events: readonly Report[]): Judgement => {
  const scenarios = events.flatMap(({ ScenarioFinished: each }) =>
    each?.recorder ? [readScenario(each.recorder)] : [],
  )
  const valid = scenarios.reduce((total, { validCases }) => total + validCases, 0)
  const refusals = scenarios.flatMap((each) => each.refusals)
  const refused = refusals.filter(({ unexplained }) => unexplained.length).length
  const tooMany = refused > valid * MAX_REJECTED_SHARE ? [`${refused} of ${valid} valid requests were refused`] : []
  return {
    findings: [...new Set([...scenarios.flatMap(({ findings }) => findings), ...tooMany])],
    rejected: [...new Set(refusals.flatMap(({ unexplained }) => unexplained))],
    explained: [...new Set(refusals.flatMap(({ explained }) => explained))].sort(),
    valid,
    refused,
    refusedByRules: refusals.length - refused,
  }
}
