package audit

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Inverse returns the changes that undo changes.
func Inverse(changes []Change) []Change {
	list := make([]Change, len(changes))
	for n, c := range changes {
		list[n] = Change{Field: c.Field, Before: c.After, After: c.Before}
	}
	return list
}

// After returns the value that a field has after changes, or nil if they do not change it.
func After(changes []Change, field string) json.RawMessage {
	for _, c := range changes {
		if c.Field == field {
			return c.After
		}
	}
	return nil
}

// SameValue reports whether two JSON texts encode the same value. An empty text is null.
func SameValue(a, b json.RawMessage) bool {
	var x, y any
	if len(a) > 0 {
		_ = json.Unmarshal(a, &x) // changes contain valid JSON
	}
	if len(b) > 0 {
		_ = json.Unmarshal(b, &y)
	}
	return reflect.DeepEqual(x, y)
}

// ApplyKnown applies changes to the details of a source or endpoint. It returns a problem if this version
// of the service lacks one of their fields. Credentials are skipped, because changes do not contain them.
func ApplyKnown(after any, changes []Change) error {
	for _, name := range Unknown(after, changes) {
		if name != "credentials" {
			return problem.New(problem.Invalid, "This version has no field “%s”.", strings.ReplaceAll(name, "_", " "))
		}
	}
	return Apply(after, changes)
}

// Merge applies changes to the fields of present. lists has those of its fields that are lists, by name:
// Merge only adds and removes the values that a change has added and removed, so that values that were
// added since are kept.
func Merge(present any, lists map[string]*[]string, changes []Change) error {
	for _, c := range changes {
		list, ok := lists[c.Field]
		if !ok {
			if err := Apply(present, []Change{c}); err != nil {
				return err
			}
			continue
		}
		before, err := valuesOf(c.Before)
		if err != nil {
			return err
		}
		after, err := valuesOf(c.After)
		if err != nil {
			return err
		}
		merged := slices.DeleteFunc(slices.Clone(*list), func(v string) bool {
			return slices.Contains(before, v) && !slices.Contains(after, v)
		})
		for _, v := range after {
			if !slices.Contains(before, v) && !slices.Contains(merged, v) {
				merged = append(merged, v)
			}
		}
		*list = merged
	}
	return nil
}

func valuesOf(list json.RawMessage) (values []string, err error) {
	if list != nil {
		err = json.Unmarshal(list, &values)
	}
	return values, err
}
