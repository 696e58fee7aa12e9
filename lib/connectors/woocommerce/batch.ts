import { ConnectorError, type Shop } from '../connector.ts'
import { toPlainText } from '../html.ts'
import type { Outcomes } from '../outcomes.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'

/** What WordPress can do well within the time for one request. */
const AT_ONCE = 20

/** One record that is to be written, and the variants that depend on it. */
export interface Writing {
  /** The store's; a new one is made where there is none. */
  id?: number
  body: Readonly<Record<string, unknown>>
  variants: readonly string[]
  written: (record: Record<string, unknown>, id: number) => void
  /** Why it is not; nothing where the answer is the usual one. */
  instead?: (code: string) => string | ConnectorError | undefined
}

const GONE = /_invalid_id$/
const SKU_TAKEN = /^product_invalid_sku$|_not_created$/

export const isSkuTaken = (code: string): boolean => SKU_TAKEN.test(code)

const explainRefusal = (error: Record<string, unknown>, { id, instead }: Writing): string | ConnectorError => {
  const code = readText(error.code) ?? ''
  const own = instead?.(code)
  if (own) return own
  if (id !== undefined && GONE.test(code)) return new ConnectorError('UPSTREAM_ERROR', 'The store has just lost it.')
  if (code === 'product_invalid_sku') return 'Something else in the store has this SKU.'
  const said = readText(toPlainText(readText(error.message, 1000) ?? ''), 300)
  return `The store does not take it: ${said ?? code}`
}

const settle = (outcomes: Outcomes, writing: Writing, answered: unknown) => {
  const record = parseObject(answered)
  const { id, error } = record
  if (error === undefined) {
    if (!Number.isSafeInteger(id) || (id as number) < 1) throw buildUnreadableError()
    return writing.written(record, id as number)
  }
  const why = explainRefusal(parseObject(error), writing)
  for (const variant of writing.variants)
    if (typeof why === 'string') outcomes.refuse(variant, why)
    else outcomes.fail(variant, why)
}

/** Writes records of one kind, each of which the store takes or refuses on its own. */
export const writeAll = async (
  shop: Shop,
  outcomes: Outcomes,
  path: string,
  writings: readonly Writing[],
): Promise<void> => {
  for (let start = 0; start < writings.length; start += AT_ONCE) {
    const some = writings.slice(start, start + AT_ONCE)
    const made = some.filter(({ id }) => id === undefined)
    const changed = some.filter(({ id }) => id !== undefined)
    await outcomes.part(
      some.flatMap(({ variants }) => variants),
      async () => {
        const body = {
          ...(made.length && { create: made.map(({ body }) => body) }),
          ...(changed.length && { update: changed.map(({ id, body }) => ({ id, ...body })) }),
        }
        const call = { method: 'POST', isRepeatable: made.length === 0, json: body } as const
        // A product that is missing is no store that is missing.
        const { create = [], update = [] } = parseObject((await askShop(shop, `${path}/batch`, call, 404)).json)
        const [answers, answersOfChanged] = [requireList(create), requireList(update)]
        if (answers.length !== made.length || answersOfChanged.length !== changed.length) throw buildUnreadableError()
        for (const [at, writing] of made.entries()) settle(outcomes, writing, answers[at])
        for (const [at, writing] of changed.entries()) settle(outcomes, writing, answersOfChanged[at])
      },
    )
  }
}
