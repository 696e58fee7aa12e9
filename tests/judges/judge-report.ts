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
    /\b(be given|be absent|is required for|exactly one|differ from|not repeat|have a state|one way only|at least one)\b/,
  'follows another time': /\b(not be before|not be after|be after|in the future|days before|years ahead)\b/,
  'fits the kind of its resource':
    /\b(tracking|tracked|be empty|must be a string|for a logo|for an? import|unknown variable|can have|be one of|be false)\b/,
  'is a file': /\bmust be a PDF\b/,
}

const explainMessage = (message: string) =>
  Object.keys(BEYOND_SCHEMAS).find((rule) => BEYOND_SCHEMAS[rule]?.test(message))

const MAX_REJECTED_SHARE = 0.01

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
  validCases: number
}

const readScenario = ({ cases, checks, interactions }: Partial<Recorder>): Found => {
  const found: Found = { findings: [], rejected: [], validCases: 0 }
  for (const [id, { value }] of Object.entries(cases ?? {})) {
    if (value.meta?.generation?.mode === 'positive') found.validCases++
    const operation = `${value.method} ${value.path}`
    const { status_code: status = 0, content } = interactions?.[id]?.response ?? {}
    for (const { name, status: outcome, failure_info: info } of checks?.[id] ?? []) {
      if (outcome === 'success') continue
      if (name !== 'positive_data_acceptance') found.findings.push(`${operation}: ${info?.failure.title}, ${status}`)
      else found.rejected.push(...readViolations(content).map((why) => `${operation}: ${why}`))
    }
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
  const findings = scenarios.flatMap((each) => each.findings)
  const rejected = scenarios.flatMap((each) => each.rejected)
  const valid = scenarios.reduce((sum, { validCases }) => sum + validCases, 0)
  const tooMany = rejected.length > valid * MAX_REJECTED_SHARE
  return {
    findings: [
      ...new Set([...findings, ...(tooMany ? [`${rejected.length} of ${valid} valid requests were refused`] : [])]),
    ],
    rejected: [...new Set(rejected)],
  }
}
