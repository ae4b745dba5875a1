// Package say creates errors for the terminal: what is wrong, and what to do about it.
package say

import (
	"errors"
	"fmt"
)

// Problem is an error with a suggested action.
type Problem struct {
	What string
	Do   string
	err  error
}

// Errorf returns a Problem with the suggested action do. A cause may be wrapped with %w.
func Errorf(do, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &Problem{What: err.Error(), Do: do, err: errors.Unwrap(err)}
}

func (p *Problem) Error() string { return p.What + ": " + p.Do }

func (p *Problem) Unwrap() error { return p.err }
