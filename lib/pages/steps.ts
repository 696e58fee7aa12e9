import type { StepWords } from './words/step-words.ts'

type Word = keyof StepWords

export type FieldName = 'email' | 'password' | 'newPassword' | 'firstName' | 'company'

/** One thing that a person does without signing in, mostly with the token of a mail. */
export interface Step {
  /** Path of the operation below `/api/v1/iam/auth/`. */
  operation: string
  /** True if the operation needs the token of a mail. */
  hasToken: boolean
  title: Word
  text: Word
  button: Word
  fields?: readonly FieldName[]
  /** Fields that are asked for only if the operation says that it needs them. */
  later?: { text: Word; fields: readonly FieldName[] }
  /** The text of a link to signing in. */
  signIn?: Word
  done: { title: Word; text: Word; next: 'sign-in' | 'request-password-reset' | 'resend-verification' | null }
  /** The way on for a person whose link is over. */
  over?: { text: Word; next: 'sign-in' | 'request-password-reset' | 'resend-verification' | null }
}

export const STEPS = {
  'verify-email': {
    operation: 'verify-email',
    hasToken: true,
    title: 'verifyTitle',
    text: 'verifyText',
    button: 'verifyButton',
    done: { title: 'verifyDone', text: 'canSignIn', next: 'sign-in' },
    over: { text: 'verifyOver', next: 'resend-verification' },
  },
  'confirm-email-change': {
    operation: 'email-change/confirm',
    hasToken: true,
    title: 'changeTitle',
    text: 'changeText',
    button: 'verifyButton',
    done: { title: 'changeDone', text: 'changeDoneText', next: 'sign-in' },
    over: { text: 'changeOver', next: 'sign-in' },
  },
  'undo-email-change': {
    operation: 'email-change/undo',
    hasToken: true,
    title: 'undoTitle',
    text: 'undoText',
    button: 'undoButton',
    done: { title: 'undoDone', text: 'undoDoneText', next: 'request-password-reset' },
    over: { text: 'undoOver', next: 'request-password-reset' },
  },
  'reset-password': {
    operation: 'reset-password',
    hasToken: true,
    title: 'choosePassword',
    text: 'resetText',
    button: 'resetButton',
    fields: ['newPassword'],
    done: { title: 'resetDone', text: 'canSignIn', next: 'sign-in' },
    over: { text: 'resetOver', next: 'request-password-reset' },
  },
  'accept-invitation': {
    operation: 'accept-invitation',
    hasToken: true,
    title: 'acceptTitle',
    text: 'acceptText',
    button: 'acceptTitle',
    later: { text: 'acceptNew', fields: ['firstName', 'password'] },
    done: { title: 'acceptDone', text: 'canSignIn', next: 'sign-in' },
    over: { text: 'acceptOver', next: null },
  },
  register: {
    operation: 'register',
    hasToken: false,
    title: 'createAccount',
    text: 'registerText',
    button: 'createAccount',
    fields: ['email', 'password', 'firstName', 'company'],
    signIn: 'haveAccount',
    done: { title: 'lookIntoMail', text: 'mailSent', next: 'resend-verification' },
  },
  'request-password-reset': {
    operation: 'request-password-reset',
    hasToken: false,
    title: 'choosePassword',
    text: 'requestText',
    button: 'sendLink',
    fields: ['email'],
    signIn: 'signIn',
    done: { title: 'lookIntoMail', text: 'requestDone', next: null },
  },
  'resend-verification': {
    operation: 'resend-verification',
    hasToken: false,
    title: 'resendTitle',
    text: 'resendText',
    button: 'sendLink',
    fields: ['email'],
    signIn: 'signIn',
    done: { title: 'lookIntoMail', text: 'resendDone', next: null },
  },
} as const satisfies Readonly<Record<string, Step>>

export type StepName = keyof typeof STEPS
