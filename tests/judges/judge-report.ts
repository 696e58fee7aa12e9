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

const readViolations = (content: { $base64?: string } | null | undefined): string[] => {
  try {
    const { violations } = JSON.parse(Buffer.from(content?.$base64 ?? '', 'base64').toString())
    return (violations as { message: string; propertyPath: string }[]).flatMap(({ message, propertyPath }) =>
      explainMessage(message) ? [] : [`${propertyPath} ${message}`],
    )
  } catch {
    return ['The answer lists no violations.']
  }
}

interface Found {
  findings: string[]
  rejected: string[]
  rejectedCases: number
  validCases: number
}

const readScenario = ({ cases, checks, interactions }: Partial<Recorder>): Found => {
  const found: Found = { findings: [], rejected: [], rejectedCases: 0, validCases: 0 }
  for (const [id, { value }] of Object.entries(cases ?? {})) {
    if (value.meta?.generation?.mode === 'positive') found.validCases++
    const operation = `${value.method} ${value.path}`
    const { status_code: status = 0, content } = interactions?.[id]?.response ?? {}
    const failed = (checks?.[id] ?? []).filter((check) => check.status !== 'success')
    for (const { name, failure_info: info } of failed)
      if (name !== REJECTION) found.findings.push(`${operation}: ${info?.failure.title}, ${status}`)
    const unexplained = failed.some(({ name }) => name === REJECTION) ? readViolations(content) : []
    if (unexplained.length) found.rejectedCases++
    found.rejected.push(...unexplained.map((why) => `${operation}: ${why}`))
  }
  return found
}

/**
 * Lists what schemathesis found. A valid request may be refused by a rule that no schema can state; other refusals of
 * valid requests are findings if they are more than one in a hundred.
 */
export const judgeReport = (events: readonly Report[]): { findings: string[]; rejected: string[] } => {
  const scenarios = events.flatMap(({ ScenarioFinished: each }) =>
    each?.recorder ? [readScenario(each.recorder)] : [],
  )
  const sum = (of: (each: Found) => number) => scenarios.reduce((total, each) => total + of(each), 0)
  const [refused, valid] = [sum(({ rejectedCases }) => rejectedCases), sum(({ validCases }) => validCases)]
  const tooMany = refused > valid * MAX_REJECTED_SHARE ? [`${refused} of ${valid} valid requests were refused`] : []
  return {
    findings: [...new Set([...scenarios.flatMap(({ findings }) => findings), ...tooMany])],
    rejected: [...new Set(scenarios.flatMap(({ rejected }) => rejected))],
  }
}
