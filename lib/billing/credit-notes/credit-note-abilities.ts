import type { AbilitySubject } from '../../iam/abilities/decide-abilities.ts'
import { CREDIT_NOTE_MOVES } from './credit-note.ts'
import { findCreditNoteWithLines } from './credit-note-store.ts'

export const creditNoteAbilities: AbilitySubject = {
  noun: 'credit note',
  find: findCreditNoteWithLines,
  moves: {
    ...CREDIT_NOTE_MOVES,
    update: { from: ['draft'], to: 'draft' },
    delete: { from: ['draft'], to: 'draft' },
  },
  needs: 'billing:credit_note:write',
}
