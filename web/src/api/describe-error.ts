import { ApiProblem, ApiUnreachable } from './problem';

interface ErrorDescription {
  heading: string;
  text: string;
  requestId?: string;
}

/** Describes any thrown value for the user, without stack traces or class names. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ApiProblem) {
    const text = error.status >= 500 ? SERVER_TEXT : error.message === error.title ? '' : error.message;
    return { heading: error.title, text: error.body.detail ?? text, requestId: error.requestId };
  }
  if (error instanceof ApiUnreachable) return { heading: 'No connection to the service', text: error.message };
  return {
    heading: 'Unexpected error',
    text: 'An error occurred on this page. Please try again. If the error persists, reload the page.',
  };
}

const SERVER_TEXT = 'The error is on the server. Please try again in a moment.';
