// Package usererror creates errors for the terminal that say what is wrong and what to do.
package usererror

import (
	"errors"
	"fmt"
)

// Error is an error with a suggested action.
type Error struct {
	Message string
	Action  string
	err     error
}

// New returns an Error with the suggested action. A cause may be wrapped with %w.
func New(action, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &Error{Message: err.Error(), Action: action, err: errors.Unwrap(err)}
}

func (e *Error) Error() string { return e.Message + ": " + e.Action }

func (e *Error) Unwrap() error { return e.err }
