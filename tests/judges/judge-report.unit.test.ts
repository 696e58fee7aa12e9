import { expect, test } from 'vitest'
import { judgeReport } from './judge-report.ts'

const report = (count: number, check: { name: string; title: string; status: number; message?: string }) => {
  const { name, title, status, message } = check
  const violations = message ? [{ propertyPath: 'name', message }] : undefined
  const content = { $base64: Buffer.from(JSON.stringify({ violations })).toString('base64') }
  const ids = Array.from({ length: count }, (_, i) => String(i))
  return {
    ScenarioFinished: {
      recorder: {
        cases: Object.fromEntries(
          ids.map((id) => [id, { value: { method: 'POST', path: '/x', meta: { generation: { mode: 'positive' } } } }]),
        ),
        checks: { 0: [{ name, status: 'failure', failure_info: { failure: { title } } }] },
        interactions: Object.fromEntries(ids.map((id) => [id, { response: { status_code: status, content } }])),
      },
    },
  }
}
const rejection = (message?: string) => ({
  name: 'positive_data_acceptance',
  title: 'Schema-valid request rejected',
  status: 400,
  ...(message && { message }),
})

test('a failed check is a finding', () => {
  const { findings } = judgeReport([report(1000, { name: 'not_a_server_error', title: 'Server error', status: 500 })])
  expect(findings).toEqual(['POST /x: Server error, 500'])
})

test('a refusal by a rule that no schema can state is none, but is counted and named', () => {
  const judged = judgeReport([report(3, rejection('must be the id of an existing partner'))])
  expect(judged).toEqual({
    findings: [],
    rejected: [],
    explained: ['refers to what exists: POST /x: name must be the id of an existing partner'],
    valid: 3,
    refused: 0,
    refusedByRules: 1,
  })
})

test('other refusals of valid requests are named, and are a finding if they are more than one in a hundred', () => {
  const few = judgeReport([report(100, rejection('must be round'))])
  expect(few).toMatchObject({ findings: [], rejected: ['POST /x: name must be round'], explained: [] })
  expect([few.valid, few.refused, few.refusedByRules]).toEqual([100, 1, 0])
  expect(judgeReport([report(99, rejection('must be round'))]).findings).toEqual([
    '1 of 99 valid requests were refused',
  ])
})

test('a refusal that does not say what is wrong is named', () => {
  expect(judgeReport([report(1000, rejection())]).rejected).toEqual(['POST /x: The answer lists no violations.'])
})

test('a scenario that was skipped says nothing', () => {
  const skipped = [{ ScenarioFinished: { recorder: null } }, { ScenarioFinished: { recorder: {} } }, {}]
  expect(judgeReport(skipped)).toMatchObject({ findings: [], rejected: [], valid: 0 })
})
