import { Problem } from './problem.ts'

/** By action: the states in which it is allowed, and the state after it. */
export type Moves<State extends string, Action extends string> = Record<Action, { from: readonly State[]; to: State }>

/** Returns the state after the action. Throws a problem that names the current state if it is not allowed. */
export const move = <State extends string, Action extends string>(
  moves: Moves<State, Action>,
  noun: string,
  state: State,
  action: Action,
): State => {
  const { from, to } = moves[action]
  if (!from.includes(state))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The ${noun} is ${state}. To ${action.replaceAll('_', ' ')} it, it must be ${from.join(' or ')}.`,
    )
  return to
}
