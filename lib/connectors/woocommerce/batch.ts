import { ConnectorError, type Shop } from '../connector.ts'
import { toPlainText } from '../content/html.ts'
import type { Outcomes } from '../outcomes.ts'
import { isInteger, parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'

/** Records that WordPress can write within the time of one request. */
const AT_ONCE = 20

/** One record to write, with the variants that depend on it. */
export interface Writing {
  /** The id of the record; absent for a new one. */
  id?: number
  body: Readonly<Record<string, unknown>>
  variants: readonly string[]
  written: (record: Record<string, unknown>, id: number) => void
  /** Returns the outcome for an error code; undefined for the usual one. */
  instead?: (code: string) => string | ConnectorError | undefined
}

const GONE = /_invalid_id$/
const SKU_TAKEN = /^product_invalid_sku$|_not_created$/

export const isSkuTaken = (code: string): boolean => SKU_TAKEN.test(code)

const explainRefusal = (error: Record<string, unknown>, { id, instead }: Writing): string | ConnectorError => {
  const code = readText(error.code) ?? ''
  const own = instead?.(code)
  if (own) return own
  if (id !== undefined && GONE.test(code))
    return new ConnectorError('UPSTREAM_ERROR', 'The record was deleted in the shop meanwhile.')
  if (code === 'product_invalid_sku') return 'Another record in the shop has this SKU.'
  const message = readText(toPlainText(readText(error.message, 1000) ?? ''), 300)
  return `The shop rejects it: ${message ?? code}`
}

const settle = (outcomes: Outcomes, writing: Writing, answered: unknown) => {
  const record = parseObject(answered)
  const { id, error } = record
  if (error === undefined) {
    if (!isInteger(id) || id < 1) throw buildUnreadableError()
    return writing.written(record, id)
  }
  const why = explainRefusal(parseObject(error), writing)
  for (const variant of writing.variants)
    if (typeof why === 'string') outcomes.refuse(variant, why)
    else outcomes.fail(variant, why)
}

/** Writes records of one kind; the shop accepts or rejects each on its own. */
export const writeAll = async (
  shop: Shop,
  outcomes: Outcomes,
  path: string,
  writings: readonly Writing[],
): Promise<void> => {
  for (let start = 0; start < writings.length; start += AT_ONCE) {
    const some = writings.slice(start, start + AT_ONCE)
    const created = some.filter(({ id }) => id === undefined)
    const changed = some.filter(({ id }) => id !== undefined)
    await outcomes.part(
      some.flatMap(({ variants }) => variants),
      async () => {
        const body = {
          ...(created.length && { create: created.map(({ body }) => body) }),
          ...(changed.length && { update: changed.map(({ id, body }) => ({ id, ...body })) }),
        }
        const call = { method: 'POST', isRepeatable: created.length === 0, json: body } as const
        // Status 404 stands for a missing product here, not for a missing shop.
        const { create = [], update = [] } = parseObject((await askShop(shop, `${path}/batch`, call, 404)).json)
        const [answers, answersOfChanged] = [requireList(create), requireList(update)]
        if (answers.length !== created.length || answersOfChanged.length !== changed.length)
          throw buildUnreadableError()
        for (const [at, writing] of created.entries()) settle(outcomes, writing, answers[at])
        for (const [at, writing] of changed.entries()) settle(outcomes, writing, answersOfChanged[at])
      },
    )
  }
}
