// Package say holds the errors that a person at a terminal reads: what is wrong, and what to do.
package say

import (
	"errors"
	"fmt"
)

// Problem is one clear line and the way out of it.
type Problem struct {
	What string
	Do   string
	err  error
}

// Errorf makes a Problem. Wrap a cause with %w to keep it for errors.Is.
func Errorf(do, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &Problem{What: err.Error(), Do: do, err: errors.Unwrap(err)}
}

func (p *Problem) Error() string { return p.What + ": " + p.Do }

func (p *Problem) Unwrap() error { return p.err }
