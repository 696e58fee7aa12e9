import { getConnector } from '../../connectors/registry.ts'
import { invalid } from '../../platform/problem.ts'
import type { StoredChannel } from './channel.ts'

/** Members about stock, which all shops with stock understand; the first value is the default. */
const STOCK_CHOICES = { backorder_policy: ['deny', 'allow'], stock_after_removal: ['zero', 'keep'] }

/** Throws all violations of members that have a choice of values. Other members are checked by the shop when it needs them. */
export const checkConnectorConfig = (type: StoredChannel['type'], config: Readonly<Record<string, string>>): void => {
  const { choices, inventory } = getConnector(type)
  const violations = Object.entries({ ...choices, ...(inventory && STOCK_CHOICES) }).flatMap(([name, values]) => {
    const given = config[name]
    const message = `must be ${values.join(' or ')}`
    return given === undefined || values.includes(given) ? [] : [{ propertyPath: `connectorConfig.${name}`, message }]
  })
  if (violations.length) throw invalid(...violations)
}
