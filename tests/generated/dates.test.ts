import { it } from 'vitest'
import { ask, selectCases, usual, where } from './asking.ts'
import { listBodyDates, listPlaced, listQueryDates, placeDate } from './dates.ts'
import { expectDescribed } from './operations.ts'

it.each(where((operation) => listQueryDates(operation).length > 0))(
  'dates at the edges and ranges that end before they begin never make $operation fail in its query',
  async (operation) => {
    const made = await usual(operation)
    const { required = [] } = operation.endpoint
    const dates = listQueryDates(operation)
    for (const placed of listPlaced(dates)) {
      const query = new URLSearchParams(made.query)
      for (const { path } of dates) if (!required.includes(path.join('.'))) query.delete(path.join('.'))
      for (const { path, date } of placed) query.set(path.join('.'), date)
      expectDescribed(operation, await ask(operation, { ...made, query: query.toString() }))
    }
  },
)

it.each(
  selectCases(
    where((operation) => listBodyDates(operation).length > 0),
    1 / 6,
  ),
)(
  'dates at the edges and ranges that end before they begin never make $operation fail in its body',
  async (operation) => {
    let made = await usual(operation)
    for (const placed of listPlaced(listBodyDates(operation))) {
      const answer = await ask(operation, { ...made, body: placed.reduce(placeDate, made.body) })
      expectDescribed(operation, answer)
      // What an accepted request has changed may accept no other.
      if (answer.status < 300) made = await usual(operation)
    }
  },
)
