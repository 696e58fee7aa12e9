import { Problem } from './problem.ts'

/** For each action, the states from which it leads and the state to which. */
export type Moves<State extends string, Action extends string> = Record<Action, { from: readonly State[]; to: State }>

/** The state after the action, or the refusal that names the present one. */
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
