package problem

import "fmt"

// Fields collects the invalid values of an input, so that all are reported at once.
type Fields struct{ list []Field }

// Add appends an invalid value.
func (f *Fields) Add(pointer, code, format string, args ...any) {
	f.list = append(f.list, Field{Pointer: pointer, Code: code, Detail: fmt.Sprintf(format, args...)})
}

// AddWithSuggestion appends an invalid value and the value that was probably meant, if any.
func (f *Fields) AddWithSuggestion(pointer, code, suggestion, detail string) {
	f.list = append(f.list, Field{Pointer: pointer, Code: code, Detail: detail, Suggestion: suggestion})
}

// Err returns nil if there are no invalid values, or else an Invalid problem that lists them.
func (f *Fields) Err() error {
	if len(f.list) == 0 {
		return nil
	}
	e := New(Invalid, "%s", f.list[0].Detail)
	if n := len(f.list); n > 1 {
		e.Detail = fmt.Sprintf("%d values are invalid. Correct them and try again.", n)
	}
	e.Fields = f.list
	return e
}

// Merge appends the fields of the problem in err, which may be nil.
func (f *Fields) Merge(err error) {
	if err != nil {
		f.list = append(f.list, As(err).Fields...)
	}
}
