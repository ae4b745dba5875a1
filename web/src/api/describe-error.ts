import { ApiProblem, ApiUnreachable } from './problem';

export interface ErrorWords {
  heading: string;
  text: string;
  requestId?: string;
}

/** Any thrown thing in words for a person; never a stack, a class name or "undefined". */
export function describeError(error: unknown): ErrorWords {
  if (error instanceof ApiProblem) {
    const text = error.status >= 500 ? SERVER_TEXT : error.message === error.title ? '' : error.message;
    return { heading: error.title, text: error.body.detail ?? text, requestId: error.requestId };
  }
  if (error instanceof ApiUnreachable) return { heading: 'No connection to the service', text: error.message };
  return { heading: 'Something went wrong', text: 'Please try again. If it happens again, reload the page.' };
}

const SERVER_TEXT = 'This is not about what you did. Please try again in a moment.';
