package problem

import "fmt"

// Fields collects what is wrong with an input, so that a person sees all of it at once.
type Fields struct{ list []Field }

// Add notes one wrong value.
func (f *Fields) Add(pointer, code, format string, args ...any) {
	f.list = append(f.list, Field{Pointer: pointer, Code: code, Detail: fmt.Sprintf(format, args...)})
}

// Err is nil when nothing was added, and otherwise an Invalid problem with all of it.
func (f *Fields) Err() error {
	if len(f.list) == 0 {
		return nil
	}
	e := New(Invalid, "%s", f.list[0].Detail)
	if n := len(f.list); n > 1 {
		e.Detail = fmt.Sprintf("%d values need another look.", n)
	}
	e.Fields = f.list
	return e
}

// Merge takes over the fields of another problem; nil is fine.
func (f *Fields) Merge(err error) {
	if err != nil {
		f.list = append(f.list, As(err).Fields...)
	}
}
